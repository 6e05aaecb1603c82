import type { Caller } from '@takeoff/kit/security/auth'
import type { FastifyReply } from 'fastify'
import { BudgetExceededError, BudgetSpentError } from '../budgets/budget-spent-error.ts'
import type { Budgets } from '../budgets/budgets.ts'
import { rateLimitHeaders } from '../budgets/rate-limit-headers.ts'

export interface ChargedRequest {
  readonly caller: Caller | undefined
  readonly reply: Pick<FastifyReply, 'headers'>
  /** Names the charged work in messages, such as `The check of the document`. */
  readonly what: string
}

/**
 * Charges points that are not refunded, and reports what is left.
 * @throws BudgetSpentError when the caller has too few now
 * @throws BudgetExceededError when the caller never has as many
 */
export async function chargeRequest(
  budgets: Budgets,
  points: number,
  { caller, reply, what }: ChargedRequest,
): Promise<void> {
  const charge = await budgets.charge(caller, points)
  if (charge === undefined) return
  void reply.headers(rateLimitHeaders(charge))
  if (charge.granted) return
  const small = charge.accounts.find(({ budget }) => budget.burst < points)
  if (small !== undefined) throw new BudgetExceededError(points, small.budget, what)
  throw new BudgetSpentError(charge, what)
}
