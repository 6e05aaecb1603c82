import type { Config } from './config.ts'
import { routedServices } from './pass-throughs.ts'

/** Violations of `SUBGRAPH_SECRETS` and `SUBGRAPH_URLS` for a supergraph. */
export interface SettingViolations {
  /** Names without a subgraph or service, as misspelt ones. */
  readonly unknown: readonly string[]
  /** Subgraphs and services without the secret that they need: each request to them would be refused. */
  readonly missing: readonly string[]
}

/**
 * Compares the settings with the subgraphs that are served. A gateway of other subgraphs than those of Takeoff may have no secret at
 * all; once it has one, each subgraph needs its own, because one that is missing cannot be told from one that is not needed.
 */
export function settingViolations(
  config: Config,
  subgraphs: Pick<ReadonlyMap<string, URL>, 'keys'>,
): SettingViolations {
  const { subgraphSecrets, subgraphUrls, tokens } = config
  const services = routedServices(config)
  const names = [...subgraphs.keys()]
  const known = new Set([...names, ...services.map(({ name }) => name)])
  const used = new Set([
    ...names,
    ...services.filter(({ isUsed }) => isUsed).map(({ name }) => name),
  ])
  const secrets = Object.keys(subgraphSecrets)
  const needsSecrets =
    tokens !== undefined && (secrets.length > 0 || services.some(({ name }) => used.has(name)))
  return {
    unknown: [
      ...secrets
        .filter((name) => !known.has(name))
        .map(
          (name) =>
            `SUBGRAPH_SECRETS has a secret for "${name}", which is none of ${[...known].join(', ')}`,
        ),
      ...Object.keys(subgraphUrls)
        .filter((name) => !names.includes(name))
        .map(
          (name) =>
            `SUBGRAPH_URLS has an address for "${name}", which is none of the subgraphs ${names.join(', ')}`,
        ),
    ],
    missing: needsSecrets
      ? [...used]
          .filter((name) => !secrets.includes(name))
          .map((name) => `SUBGRAPH_SECRETS must have the service secret of ${name}`)
      : [],
  }
}
