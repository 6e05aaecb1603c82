import { integer, optionalText } from '@takeoff/kit/service/config'
import { registryVariables } from '@takeoff/supergraph/config'

/** Variables of a gateway that follows a registry. */
export const followVariables = {
  ...registryVariables,
  supergraphPollMs: integer('SUPERGRAPH_POLL_MS', {
    default: 2000,
    min: 10,
    max: 3_600_000,
    about: 'Time between two looks at the registry, in milliseconds.',
  }),
  supergraphCopy: optionalText('SUPERGRAPH_COPY', {
    about:
      'File that keeps the supergraph that was served last, to start from while the registry is away or holds a broken one. Give it.',
  }),
  supergraphRecordMs: integer('SUPERGRAPH_RECORD_MS', {
    default: 60_000,
    min: 10,
    max: 3_600_000,
    about:
      'Time between two writes of the operations that clients send to `SUPERGRAPH_OPERATIONS`, in milliseconds.',
  }),
}
