import { optionalText, readVariables } from '@takeoff/kit/config'
import type { ConfigOf, Environment } from '@takeoff/kit/config'
import { s3Variables } from '@takeoff/kit/config-groups'

const locationVariables = {
  supergraphRegistry: optionalText('SUPERGRAPH_REGISTRY', {
    about: 'A folder, or `s3://bucket/folder` with the `S3_…` variables.',
  }),
  ...s3Variables,
}

/** What the command line needs. */
export function readLocation(env: Environment = process.env): ConfigOf<typeof locationVariables> {
  return readVariables(locationVariables, env)
}
