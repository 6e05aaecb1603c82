import { optionalText, readVariables } from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { s3Variables } from '@takeoff/kit/service/config-groups'

/** Variables of every process that uses a registry. */
export const registryVariables = {
  supergraphRegistry: optionalText('SUPERGRAPH_REGISTRY', {
    about:
      'Registry whose current supergraph is served instead of `SUPERGRAPH_PATH`: a folder, or `s3://bucket/folder` with the `S3_…` variables.',
  }),
  ...s3Variables,
}

export function readConfig(env: Environment = process.env): ConfigOf<typeof registryVariables> {
  return readVariables(registryVariables, env)
}
