import { ApolloGateway } from '@apollo/gateway'
import type { Logger } from '@takeoff/kit/logger'
import { disableApolloTelemetry } from '../config.ts'
import { createSubgraphDataSource } from './subgraph-data-source.ts'
import type { SubgraphPools } from './subgraph-pools.ts'

export interface GatewayOptions {
  readonly supergraphSdl: string
  /** Addresses that override those of the supergraph, by subgraph name. */
  readonly subgraphUrls: Readonly<Record<string, string>>
  readonly subgraphSecrets: Readonly<Record<string, string>>
  readonly subgraphTimeoutMs: number
  readonly pools: SubgraphPools
  readonly logger: Logger
  /** Called for every subgraph of the supergraph, with the address that it is asked at. */
  readonly onSubgraph?: (name: string, url: URL) => void
}

/** @apollo/gateway's planner and supergraph handling over our transport. Loads when Apollo Server starts it. */
export function createGateway(options: GatewayOptions): ApolloGateway {
  disableApolloTelemetry()
  return new ApolloGateway({
    supergraphSdl: options.supergraphSdl,
    buildService: ({ name, url }) => buildSubgraph(options, name, url),
    logger: quietLogger(options.logger),
    __exposeQueryPlanExperimental: false,
  })
}

function buildSubgraph(
  options: GatewayOptions,
  name: string,
  routingUrl: string | undefined,
): ReturnType<typeof createSubgraphDataSource> {
  const url = subgraphUrl(name, options.subgraphUrls[name] ?? routingUrl)
  options.onSubgraph?.(name, url)
  return createSubgraphDataSource({
    name,
    url,
    secret: options.subgraphSecrets[name],
    pool: options.pools.of(name, url.origin),
    timeoutMs: options.subgraphTimeoutMs,
    logger: options.logger,
  })
}

function subgraphUrl(name: string, url: string | undefined): URL {
  if (url !== undefined && /^https?:/.test(url) && URL.canParse(url)) return new URL(url)
  throw new Error(
    `The subgraph "${name}" has no http address. Give it one in SUBGRAPH_URLS, or a routing_url in the supergraph.`,
  )
}

/** Its news about schema loading are many lines long and of interest only when debugging. */
function quietLogger(logger: Logger) {
  return {
    debug: (message: unknown) => logger.trace(String(message)),
    info: (message: unknown) => logger.debug(String(message)),
    warn: (message: unknown) => logger.warn(String(message)),
    error: (message: unknown) => logger.error(String(message)),
  }
}
