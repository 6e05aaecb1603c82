import { AppError, RateLimitedError } from '@takeoff/kit/values/errors'
import type { Budget } from './buckets.ts'
import type { BudgetCharge } from './budgets.ts'
import { secondsUntil } from './rate-limit-headers.ts'

/** Even a full budget has too few points, so that another try is refused, too. */
export class BudgetExceededError extends AppError {
  override readonly code = 'COST_EXCEEDED'

  /** @param what is charged, such as `The check of the document` */
  constructor(points: number, { name, burst }: Budget, what: string) {
    super(
      `${what} costs ${points} points, and a full budget of your ${name} has ${burst}. Split it into several, and send values as variables.`,
      { requested: points, max: burst },
    )
  }
}

/** Names the first budget that has too few points. */
export class BudgetSpentError extends RateLimitedError {
  /** @param what is charged, such as `The operation` */
  constructor(charge: BudgetCharge, what: string) {
    const { accounts, left, points } = charge
    const spent = accounts.findIndex((_account, index) => (left[index] ?? 0) < points)
    const budget = accounts[spent]?.budget.name ?? ''
    const has = Math.max(0, Math.floor(left[spent] ?? 0))
    const seconds = secondsUntil(charge)
    super(
      `${what} may cost ${points} points, and the budget of your ${budget} has ${has} left. Try again in ${seconds} seconds.`,
      seconds,
    )
  }
}
