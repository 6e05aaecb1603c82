import { optionalText, readVariables } from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { s3Variables } from '@takeoff/kit/service/config-groups'
import { s3Violations } from '@takeoff/kit/service/joint-violations'
import { publicKeysVariable, signingKeyVariable } from './signing-keys.ts'

/** Variables of every process that uses a registry. */
export const registryVariables = {
  supergraphRegistry: optionalText('SUPERGRAPH_REGISTRY', {
    about:
      'Registry whose current supergraph is served instead of `SUPERGRAPH_PATH`: a folder, or `s3://bucket/folder` with the `S3_…` variables.',
  }),
  supergraphOperations: optionalText('SUPERGRAPH_OPERATIONS', {
    about:
      'Where gateways record the operations that clients send: another folder, or `s3://bucket/folder`. Without it none are recorded, and none are checked.',
  }),
  supergraphPublicKeys: publicKeysVariable,
  ...s3Variables,
}

/** Variables of the commands. */
export const commandVariables = {
  ...registryVariables,
  supergraphSigningKey: signingKeyVariable,
}

export type CommandConfig = ConfigOf<typeof commandVariables>

export function readConfig(env: Environment = process.env): CommandConfig {
  return readVariables(commandVariables, env, storeViolations)
}

/** What is wrong with the variables of a bucket, where the registry or the operations are in one. */
export function storeViolations(
  values: Partial<ConfigOf<typeof registryVariables>>,
): readonly string[] {
  const locations = [values.supergraphRegistry, values.supergraphOperations]
  return locations.some((one) => one?.startsWith('s3://') === true) ? s3Violations(values) : []
}
