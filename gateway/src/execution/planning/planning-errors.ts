import { GraphQLError } from 'graphql'
import type { Task } from './planning-protocol.ts'

const RETRY_AFTER_SECONDS = 1

const TOO_MANY_WAYS =
  'The operation can be executed in too many ways to choose one in time. Split it into several.'
const TOO_LONG_TO_CHECK =
  'The document takes too long to check. Split it into several, with one operation each.'

/** The check or the planning takes too much time or memory, or the plan does. An operation that cannot be planned is refused again for a while. */
export class OperationTooComplexError extends GraphQLError {
  readonly code = 'OPERATION_TOO_COMPLEX'

  constructor(message = TOO_MANY_WAYS) {
    super(message, { extensions: { code: 'OPERATION_TOO_COMPLEX', http: { status: 400 } } })
  }
}

export function taskTooComplexError(kind: Task['kind'] | undefined): OperationTooComplexError {
  return new OperationTooComplexError(kind === 'check' ? TOO_LONG_TO_CHECK : TOO_MANY_WAYS)
}

/** Says nothing about the operation itself: a retry may succeed. */
export class PlannerUnavailableError extends GraphQLError {
  readonly code = 'PLANNER_UNAVAILABLE'

  constructor() {
    super('Too many new operations are waiting for their plans. Try again.', {
      extensions: { code: 'PLANNER_UNAVAILABLE', retryAfterSeconds: RETRY_AFTER_SECONDS },
    })
  }
}

export type PlanningRefusal = OperationTooComplexError | PlannerUnavailableError

export function isPlanningRefusal(error: unknown): error is PlanningRefusal {
  return error instanceof OperationTooComplexError || error instanceof PlannerUnavailableError
}
