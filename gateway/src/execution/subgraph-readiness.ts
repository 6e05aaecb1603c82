import { request } from 'undici'
import { SubgraphUnavailableError } from '@takeoff/kit/errors'

const READY_TIMEOUT_MS = 2000

/**
 * Asks every subgraph for its `/health/ready`. A subgraph that serves but knows no such page counts as ready.
 * @throws SubgraphUnavailableError for the first that is not ready
 */
export async function requireReadySubgraphs(subgraphs: ReadonlyMap<string, URL>): Promise<void> {
  await Promise.all([...subgraphs].map(([name, url]) => requireReady(name, url)))
}

async function requireReady(name: string, url: URL): Promise<void> {
  const status = await statusOf(new URL('/health/ready', url)).catch((cause: unknown) => {
    throw new SubgraphUnavailableError(name, { cause })
  })
  if (status >= 500) throw new SubgraphUnavailableError(name, { cause: `answered ${status}` })
}

async function statusOf(url: URL): Promise<number> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) })
  await body.dump()
  return statusCode
}
