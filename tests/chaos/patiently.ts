import { setTimeout as delay } from 'node:timers/promises'
import type { GraphqlResponse } from '../e2e/support/client.ts'

const TRY_AGAIN_MS = 50
const UNAVAILABLE: ReadonlySet<unknown> = new Set(['SUBGRAPH_UNAVAILABLE'])
export const PATIENCE_MS = 120_000

/** How often a service was unavailable. */
export interface Unavailability {
  unavailable: number
}

/**
 * Repeats a request while a service is unavailable, as a careful integrator does.
 * @param options.codes those of an unavailable service
 * @throws Error when it stays unavailable
 */
export async function patiently<Data>(
  request: () => Promise<GraphqlResponse<Data>>,
  {
    tally,
    codes = UNAVAILABLE,
    patienceMs = PATIENCE_MS,
  }: {
    readonly tally: Unavailability
    readonly codes?: typeof UNAVAILABLE
    readonly patienceMs?: number
  },
): Promise<GraphqlResponse<Data>> {
  const until = performance.now() + patienceMs
  let errors: unknown
  while (performance.now() < until) {
    const response = await request()
    if (!codes.has(response.errors?.[0]?.extensions.code)) return response
    errors = response.errors
    tally.unavailable += 1
    await delay(TRY_AGAIN_MS)
  }
  throw new Error(`a service was unavailable for ${patienceMs} ms: ${JSON.stringify(errors)}`)
}
