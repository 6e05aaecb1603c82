import type { Account } from './buckets.ts'
import type { BudgetCharge } from './budgets.ts'

/** The limit holds for a second; after that, points have been refilled. */
const WINDOW_S = 1

/** The headers that report the budgets of a charge. */
export function rateLimitHeaders(
  charge: BudgetCharge,
  left: readonly number[] = charge.left,
): Readonly<Record<string, string>> {
  const { accounts, granted } = charge
  return {
    'ratelimit-policy': rateLimitPolicy(accounts),
    ratelimit: rateLimit(accounts, left, granted ? undefined : secondsUntil(charge)),
  }
}

/** `RateLimit-Policy`: the burst, and the seconds in which all of it is refilled. */
export function rateLimitPolicy(accounts: readonly Account[]): string {
  return accounts
    .map(({ budget: { name, burst, pointsPerSecond } }) => {
      const seconds = Math.max(1, Math.ceil(burst / pointsPerSecond))
      return `"${name}";q=${burst};qu="points";w=${seconds}`
    })
    .join(', ')
}

/** `RateLimit`: the points left now, and for how many seconds no more than these may be used. */
export function rateLimit(
  accounts: readonly Account[],
  left: readonly number[],
  seconds: number = WINDOW_S,
): string {
  return accounts
    .map(({ budget: { name, burst } }, index) => {
      const points = Math.floor(Math.min(burst, Math.max(0, left[index] ?? 0)))
      return `"${name}";r=${points};t=${seconds}`
    })
    .join(', ')
}

/** Seconds until every account has the points of the refused charge. */
export function secondsUntil({ accounts, left, points }: BudgetCharge): number {
  const waits = accounts.map(
    ({ budget }, index) => (points - (left[index] ?? 0)) / budget.pointsPerSecond,
  )
  return Math.max(1, Math.ceil(Math.max(...waits)))
}
