import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { operations } from '../../e2e/support/operations/operations.ts'
import type { Operation } from '../../e2e/support/operations/operation.ts'
import type { Scene } from '../../e2e/support/scene.ts'
import { wholeOperation } from '../../e2e/support/whole-operation.ts'
import { targetOf } from '../request-times.ts'
import { shareOf } from '../share-of.ts'
import type { GrowthScene } from './scenes.ts'

/** Milliseconds. */
export interface Times {
  readonly p50: number
  readonly p99: number
}

/** Why an operation was not measured: an error code. */
export type Outcome = Times | { readonly refused: string }

/** Other scenes of the organization need the webhook. */
const DESTRUCTIVE: ReadonlySet<string> = new Set(['webhookDelete'])

/**
 * Sends each operation of the composed schema, with all its fields, once for each scene and one after the other. In the
 * order of the table of operations, because later operations use the changes of earlier ones.
 */
export async function measureOperations(
  { graphqlUrl }: Pick<DevEnv, 'graphqlUrl'>,
  scenes: readonly GrowthScene[],
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    if (DESTRUCTIVE.has(name)) continue
    outcomes.set(name, await measureOne(graphqlUrl, scenes, { name, operation }))
  }
  return outcomes
}

async function measureOne(
  graphqlUrl: string,
  scenes: readonly GrowthScene[],
  { name, operation }: { readonly name: string; readonly operation: Operation },
): Promise<Outcome> {
  const query = wholeOperation(name)
  const durations: number[] = []
  for (const scene of scenes) {
    const variables = variablesOf(operation, scene)
    if (variables === undefined) return { refused: 'needs more than the generated rows' }
    const { url, headers, body } = targetOf(graphqlUrl, scene.token, query, variables)
    const from = performance.now()
    const response = await (await fetch(url, { method: 'POST', headers, body })).text()
    durations.push(performance.now() - from)
    const [, code] = /"errors":.*?"code":"(\w+)"/.exec(response) ?? []
    if (code !== undefined) return { refused: code }
    // A row that is not there is found fast.
    if (response.includes(`{"${name}":null`)) return { refused: 'null' }
  }
  return { p50: shareOf(durations, 0.5), p99: shareOf(durations, 0.99) }
}

/** Undefined for an operation that needs what generated organizations do not have, such as a file. */
function variablesOf(
  { variables }: Operation,
  scene: GrowthScene,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const given = variables(scene as Scene)
    return Object.values(given).includes(undefined) ? undefined : given
  } catch {
    return undefined
  }
}
