import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import { keyOf } from './compiled/operations.ts'
import type { OperationRequest, Operations, PreparedOperation } from './compiled/operations.ts'
import { PlannerUnavailableError } from './planning/planning-errors.ts'
import type { RequestContext } from './request-context.ts'

/** How the operations of requests are prepared. */
interface Preparation {
  readonly operations: Operations
  /** Longest wait of a request for a plan. */
  readonly waitMs: number
}

/**
 * Prepares the operation of a request, a new one in a turn of its caller. One that takes too long is refused, but its
 * planning continues: a retry finds the plan.
 * @throws OperationTooComplexError, PlannerUnavailableError, RateLimitedError, ClientDisconnectedError
 */
export async function prepareInTurn(
  { operations, waitMs }: Preparation,
  requested: OperationRequest,
  { turns, caller, client }: RequestContext,
): Promise<PreparedOperation> {
  const known = operations.known(requested)
  if (known !== undefined) return known
  const inTime = (preparing: Promise<PreparedOperation>): Promise<PreparedOperation> =>
    withTimeout(waitMs, preparing, () => new PlannerUnavailableError())
  const prepared = operations.prepared(requested)
  if (prepared !== undefined) return inTime(prepared)
  const key = keyOf(requested)
  return turns.run({ caller, client, key }, () => operations.prepare(requested), inTime)
}
