import { GraphQLError } from 'graphql'

const RETRY_AFTER_SECONDS = 1

const TOO_MANY_WAYS =
  'The operation can be executed in too many ways to choose one in time. Split it into several.'

/** Planning takes too much time or memory, or its plan does. The same operation is refused again for a while. */
export class OperationTooComplexError extends GraphQLError {
  readonly code = 'OPERATION_TOO_COMPLEX'

  constructor(message = TOO_MANY_WAYS) {
    super(message, { extensions: { code: 'OPERATION_TOO_COMPLEX', http: { status: 400 } } })
  }
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
