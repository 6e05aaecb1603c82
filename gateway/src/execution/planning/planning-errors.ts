import { AppError } from '@takeoff/kit/values/errors'

const RETRY_AFTER_SECONDS = 1

const TOO_MANY_WAYS =
  'The operation can be executed in too many ways to choose one in time. Split it into several.'
const TOO_LONG_TO_CHECK =
  'The document takes too long to check. Split it into several, with one operation each.'

/** A refused operation or document is not tried again for this time, so that retries cannot occupy the planner. */
export const REFUSAL_MS = 10_000

/** The check or the planning takes too much time or memory, or the plan does. It is refused again for a while. */
export class OperationTooComplexError extends AppError {
  override readonly code = 'OPERATION_TOO_COMPLEX'

  constructor(message = TOO_MANY_WAYS) {
    super(message)
  }

  static ofCheck(): OperationTooComplexError {
    return new OperationTooComplexError(TOO_LONG_TO_CHECK)
  }
}

/** Says nothing about the operation itself: a retry may succeed. */
export class PlannerUnavailableError extends AppError {
  override readonly code = 'PLANNER_UNAVAILABLE'
  override readonly httpStatus = 503

  constructor() {
    super('Too many new operations are waiting for their plans. Try again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
}

export type PlanningRefusal = OperationTooComplexError | PlannerUnavailableError

export function isPlanningRefusal(error: unknown): error is PlanningRefusal {
  return error instanceof OperationTooComplexError || error instanceof PlannerUnavailableError
}
