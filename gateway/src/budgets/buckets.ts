/** Points that refill steadily, up to a maximum that may be used at once. */
export interface Budget {
  readonly name: string
  readonly pointsPerSecond: number
  readonly burst: number
}

/** The share of one caller in a budget. */
export interface Account {
  /** Equal for all requests that share the account. */
  readonly key: string
  readonly budget: Budget
}

export interface Charge {
  /** False when one of the accounts has too few points; then none is charged. */
  readonly granted: boolean
  /** Points left in each account, in the order of the accounts; below zero where more was used than was charged. */
  readonly left: readonly number[]
  /** Refunds points that were charged and not used; charges more where the amount is below zero. Never rejects. */
  readonly refund: (points: number) => void
}

/** Leaky buckets, in this process or in Redis. */
export interface Buckets {
  /** Charges all accounts or none. */
  charge(accounts: readonly Account[], points: number): Charge | Promise<Charge>
}
