import type { Logger } from '@takeoff/kit/logger'
import { disableApolloTelemetry } from '../config.ts'
import { CompilingGateway } from './compiling-gateway.ts'
import type { AskSubgraph } from './compiling-gateway.ts'
import type { ExecutionMetrics } from './execution-metrics.ts'
import { askSubgraph, createSubgraphDataSource, subgraphLines } from './subgraph-data-source.ts'
import type { Subgraph } from './subgraph-data-source.ts'
import type { SubgraphPools } from './subgraph-pools.ts'

export interface GatewayOptions {
  readonly supergraphSdl: string
  /** Addresses that override those of the supergraph, by subgraph name. */
  readonly subgraphUrls: Readonly<Record<string, string>>
  readonly subgraphSecrets: Readonly<Record<string, string>>
  readonly subgraphTimeoutMs: number
  readonly pools: SubgraphPools
  readonly logger: Logger
  readonly metrics: ExecutionMetrics
  /** Called for every subgraph of the supergraph, with the address that it is asked at. */
  readonly onSubgraph?: (name: string, url: URL) => void
}

/** @apollo/gateway's planner and supergraph handling over our transport. Still to be loaded. */
export function createGateway(options: GatewayOptions): CompilingGateway {
  disableApolloTelemetry()
  const subgraphs = new Map<string, Subgraph>()
  const config = {
    supergraphSdl: options.supergraphSdl,
    buildService: ({ name, url }: { readonly name: string; readonly url?: string }) => {
      const subgraph = subgraphOf(options, name, url)
      subgraphs.set(name, subgraph)
      return createSubgraphDataSource(subgraph)
    },
    logger: quietLogger(options.logger),
    __exposeQueryPlanExperimental: false,
  }
  const ask: AskSubgraph = (call, request) => {
    const subgraph = subgraphs.get(call.subgraph)
    if (subgraph === undefined) throw new Error(`there is no subgraph ${call.subgraph}`)
    return askSubgraph(subgraph, { ...call, ...request })
  }
  return new CompilingGateway(config, ask, options.metrics)
}

function subgraphOf(
  options: GatewayOptions,
  name: string,
  routingUrl: string | undefined,
): Subgraph {
  const url = subgraphUrl(name, options.subgraphUrls[name] ?? routingUrl)
  options.onSubgraph?.(name, url)
  return {
    name,
    pool: options.pools.of(name, url.origin),
    lines: subgraphLines(url, options.subgraphSecrets[name]),
    timeoutMs: options.subgraphTimeoutMs,
    logger: options.logger,
  }
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
