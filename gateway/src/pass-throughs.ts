import type { FastifyInstance } from 'fastify'
import type { Pool } from 'undici'
import type { Config } from './config.ts'
import { serviceTokensFor } from './execution/service-tokens-for.ts'
import type { SubgraphLimits } from './execution/subgraph-pools.ts'
import { addConsoleRoutes } from './http/console-route.ts'
import { addPassThroughRoute, openPassThroughPool } from './http/pass-through-route.ts'

/** An operation of a page waits for the gateway once more, which waits for several subgraphs one after the other. */
const CONSOLE_TIMEOUTS = 4

/**
 * Adds the routes whose responses come from a service as they are. They have connections of their own: a slow download
 * must not delay a query, and may be large.
 * @returns closes these connections
 */
export function addPassThroughs(
  app: FastifyInstance,
  config: Config,
  limits: SubgraphLimits,
): () => Promise<void> {
  const pools: Pool[] = []
  for (const { base, service, ...route } of passThroughs(config)) {
    if (base === undefined) continue
    const url = new URL(base)
    const pool = openPassThroughPool(url.origin, limits)
    const serviceTokens = serviceTokensFor(service, config.subgraphSecrets)
    addPassThroughRoute(app, { ...route, url, pool, serviceTokens, timeoutMs: limits.timeoutMs })
    pools.push(pool)
  }
  pools.push(...addConsole(app, config, limits))
  return async () => void (await Promise.all(pools.map((pool) => pool.destroy())))
}

/** @returns the connections to the console, if there is one */
function addConsole(app: FastifyInstance, config: Config, limits: SubgraphLimits): readonly Pool[] {
  if (config.consoleUrl === undefined) return []
  const url = new URL(config.consoleUrl)
  const timeoutMs = limits.timeoutMs * CONSOLE_TIMEOUTS
  const pool = openPassThroughPool(url.origin, { ...limits, timeoutMs })
  const serviceTokens = serviceTokensFor('console', config.subgraphSecrets)
  addConsoleRoutes(app, { url, pool, serviceTokens })
  return [pool]
}

function passThroughs(config: Config) {
  return [
    {
      prefix: '/files/',
      methods: ['GET', 'HEAD'],
      noun: 'file',
      base: config.filesUrl,
      service: 'order-documents',
    },
    {
      prefix: '/exports/',
      methods: ['GET'],
      noun: 'export',
      base: config.exportsUrl,
      service: 'production-lists',
    },
    {
      prefix: '/measurement-files',
      methods: ['POST'],
      noun: 'measurement file',
      base: config.exportsUrl,
      service: 'production-lists',
    },
    {
      prefix: '/measurement-files/',
      methods: ['GET'],
      noun: 'measurement file',
      base: config.exportsUrl,
      service: 'production-lists',
    },
    {
      prefix: '/exports/orders',
      methods: ['GET'],
      noun: 'export',
      base: config.filesUrl,
      service: 'order-documents',
    },
    {
      prefix: '/exports/audit',
      methods: ['GET'],
      noun: 'export',
      base: config.auditUrl,
      service: 'webhooks',
    },
  ] as const
}
