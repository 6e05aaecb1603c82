import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { operations } from '../../e2e/support/operations/operations.ts'
import type { Operation } from '../../e2e/support/operations/operation.ts'
import type { Scene } from '../../e2e/support/scene.ts'
import { wholeOperation } from '../../e2e/support/whole-operation.ts'
import { sendRequest, targetOf } from '../request-times.ts'
import { shareOf } from '../share-of.ts'
import type { Times } from './measure.ts'
import type { GrowthScene } from './scenes.ts'

/** What users read and write most, and what reads the tables that retention deletes from. */
const OPERATIONS = [
  'projectManagementProductionListById',
  'projectManagementOrders',
  'webhookDeliveries',
  'projectManagementProductionListCreate',
] as const

/** Sends these operations by turns, one request at a time, each for another scene. */
export async function sendUntil(
  stopping: AbortSignal,
  { graphqlUrl }: Pick<DevEnv, 'graphqlUrl'>,
  scenes: readonly GrowthScene[],
): Promise<Times> {
  const durations: number[] = []
  while (!stopping.aborted) {
    const name = OPERATIONS[durations.length % OPERATIONS.length] ?? OPERATIONS[0]
    const scene = scenes[durations.length % scenes.length]
    if (scene === undefined) throw new Error('there are no scenes')
    const variables = (operations[name] as Operation).variables(scene as Scene)
    const target = targetOf(graphqlUrl, scene.token, wholeOperation(name), variables)
    const from = performance.now()
    await sendRequest(target)
    durations.push(performance.now() - from)
  }
  return { p50: shareOf(durations, 0.5), p99: shareOf(durations, 0.99) }
}
