/** Points that flow back steadily, up to a most that may be used at once. */
export interface Budget {
  readonly name: string
  readonly pointsPerSecond: number
  readonly burst: number
}

/** Somebody's share of a budget. */
export interface Account {
  /** The same wherever the same is meant. */
  readonly key: string
  readonly budget: Budget
}

export interface Charge {
  /** False when one of the accounts had too little; then none is charged. */
  readonly granted: boolean
  /** What each account has now, in their order; below zero where more was used than was charged. */
  readonly left: readonly number[]
  /** Gives back what was charged and not used; takes more where it is below zero. Never rejects. */
  readonly giveBack: (points: number) => void
}

/** Leaky buckets, wherever they stand. */
export interface Buckets {
  /** Charges all accounts or none. */
  charge(accounts: readonly Account[], points: number): Charge | Promise<Charge>
}
