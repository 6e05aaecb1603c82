import type { Logger } from '@takeoff/kit/service/logger'
import { invariant } from '@takeoff/kit/values/invariant'
import { CompilingGateway } from './compiling-gateway.ts'
import type { Planning, RequestSubgraph } from './compiling-gateway.ts'
import type { ExecutionMetrics } from './execution-metrics.ts'
import { resolvableKeys } from './resolvable-keys.ts'
import { requestSubgraph, createSubgraphDataSource } from './subgraph-data-source.ts'
import type { Subgraph } from './subgraph-data-source.ts'
import { serviceTokensFor } from './service-tokens-for.ts'
import type { ServiceSecrets } from './service-tokens-for.ts'
import type { SubgraphPools } from './subgraph-pools.ts'

export interface GatewayOptions {
  readonly supergraphSdl: string
  readonly planning: Planning
  /** Addresses that override those of the supergraph, by subgraph name. */
  readonly subgraphUrls: Readonly<Record<string, string>>
  /** Origins that subgraphs may have; undefined allows all. */
  readonly subgraphOrigins: readonly string[] | undefined
  readonly subgraphSecrets: ServiceSecrets
  readonly pools: SubgraphPools
  readonly logger: Logger
  readonly metrics: ExecutionMetrics
  /** Called for every subgraph of the supergraph, with the address of its requests. */
  readonly onSubgraph?: (name: string, url: URL) => void
}

/**
 * The executor of a supergraph over our transport.
 * @throws Error when the supergraph cannot be read, or a subgraph has no address or one that is not allowed
 */
export function createGateway(options: GatewayOptions): CompilingGateway {
  const { supergraphSdl, planning, metrics } = options
  const canResolve = resolvableKeys(supergraphSdl)
  const subgraphs = new Map<string, Subgraph>()
  const send: RequestSubgraph = (call, request) => {
    const subgraph = subgraphs.get(call.subgraph)
    invariant(subgraph !== undefined, `there is no subgraph ${call.subgraph}`)
    return requestSubgraph(subgraph, { ...call, ...request })
  }
  return new CompilingGateway({
    supergraphSdl,
    planning,
    send,
    buildService({ name, url }) {
      const subgraph = { ...subgraphOf(options, name, url), canResolve }
      subgraphs.set(name, subgraph)
      return createSubgraphDataSource(subgraph)
    },
    metrics,
  })
}

function subgraphOf(
  options: GatewayOptions,
  name: string,
  routingUrl: string | undefined,
): Omit<Subgraph, 'canResolve'> {
  const url = subgraphUrl(name, options.subgraphUrls[name] ?? routingUrl)
  requireAllowed(name, url, options.subgraphOrigins)
  options.onSubgraph?.(name, url)
  return {
    name,
    ...options.pools.of(name, url.origin),
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    serviceTokens: serviceTokensFor(name, options.subgraphSecrets),
    logger: options.logger,
    measure: options.metrics.measureSubgraph,
  }
}

function subgraphUrl(name: string, url: string | undefined): URL {
  if (url !== undefined && /^https?:/.test(url) && URL.canParse(url)) return new URL(url)
  throw new Error(
    `The subgraph "${name}" has no http address. Give it one in SUBGRAPH_URLS, or a routing_url in the supergraph.`,
  )
}

/** A request carries the caller’s token and the subgraph’s secret, which no other server may get. */
function requireAllowed(name: string, { origin }: URL, allowed: readonly string[] | undefined) {
  if (allowed === undefined || allowed.includes(origin)) return
  throw new Error(
    `The address of the subgraph "${name}" is at ${origin}, which SUBGRAPH_ORIGINS does not allow.`,
  )
}
