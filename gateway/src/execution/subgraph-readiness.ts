import { HttpClient } from '@takeoff/kit/http/http-client'
import { SubgraphUnavailableError } from '@takeoff/kit/values/errors'

const LIMITS = { connections: 10, timeoutMs: 2000, responseBytesMax: 65_536 }

/**
 * Requests `/health/ready` of every subgraph. A subgraph that serves but has no such page counts as ready.
 * @throws SubgraphUnavailableError for the first that is not ready
 */
export async function requireReadySubgraphs(
  subgraphs: ReadonlyMap<string, URL>,
  certificates: string | undefined,
): Promise<void> {
  await using client = new HttpClient({ ...LIMITS, certificates })
  await Promise.all([...subgraphs].map(([name, url]) => requireReady(client, name, url)))
}

async function requireReady(client: HttpClient, name: string, { origin }: URL): Promise<void> {
  const { statusCode } = await client
    .request({ origin, path: '/health/ready', method: 'GET', readsBody: () => false })
    .catch((cause: unknown) => {
      throw new SubgraphUnavailableError(name, { cause })
    })
  if (statusCode >= 500) throw new SubgraphUnavailableError(name, { cause: `status ${statusCode}` })
}
