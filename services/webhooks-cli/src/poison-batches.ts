import type {
  PoisonBatchRequest,
  PoisonBatchResponse,
  PoisonOutcome,
} from '@takeoff/contracts/operator-api'
import type { Call } from './command.ts'
import { openOperator } from './operator-client.ts'

export interface PoisonBatches {
  readonly path: 'poison/requeue' | 'poison/discard'
  /** Undefined means all messages. */
  readonly ids: readonly number[] | undefined
}

/** Sends batches until all are done or the command is stopped; each batch is complete or not started. */
export async function runPoisonBatches(
  { config, stop }: Pick<Call, 'config' | 'stop'>,
  { path, ids }: PoisonBatches,
): Promise<PoisonOutcome[]> {
  const operator = await openOperator(config)
  const outcomes: PoisonOutcome[] = []
  let after: number | null = 0
  while (after !== null && !stop.aborted) {
    const body: PoisonBatchRequest = { ids, after }
    const batch: PoisonBatchResponse = await operator.post(path, body)
    outcomes.push(...batch.outcomes)
    after = batch.next
  }
  return outcomes
}
