import { integer, optionalText, readVariables } from '@takeoff/kit/config'
import type { ConfigOf, Environment } from '@takeoff/kit/config'
import { s3Variables } from '@takeoff/kit/config-groups'

const locationVariables = {
  supergraphRegistry: optionalText('SUPERGRAPH_REGISTRY', {
    about:
      'Registry whose current supergraph is served instead of `SUPERGRAPH_PATH`: a folder, or `s3://bucket/folder` with the `S3_…` variables.',
  }),
  ...s3Variables,
}

/** Variables of a gateway that follows a registry. */
export const registryVariables = {
  ...locationVariables,
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
    max: 3_600_000,
    about:
      'Time between two writes of the operations that clients send into the registry, in milliseconds; 0 records none.',
  }),
}

export type RegistryConfig = ConfigOf<typeof registryVariables>

/** What the command line needs. */
export function readLocation(env: Environment = process.env): ConfigOf<typeof locationVariables> {
  return readVariables(locationVariables, env)
}
