import { hash } from 'node:crypto'
import { signedPartOf } from '@takeoff/kit/security/auth'
import type { Caller } from '@takeoff/kit/security/auth'
import { ownerOf } from '../execution/owner-of.ts'
import type { Account, Budget, Buckets, Charge } from './buckets.ts'

/** Least charge of a request, even of one for fields that cost nothing. */
const POINTS_MIN = 1
const HASH_LENGTH = 22

export interface BudgetsOptions {
  /** Budget of all callers of the same organizations, or of a user without any, together; undefined for none. */
  readonly organization: Budget | undefined
  /** Budget of each token; undefined for none. */
  readonly token: Budget | undefined
  readonly buckets: Buckets
}

/** The charge of a request, granted or refused. */
export interface BudgetCharge extends Charge {
  readonly accounts: readonly Account[]
  readonly points: number
}

/** The budgets of callers. */
export class Budgets {
  readonly #options: BudgetsOptions
  /** The authenticator returns the same object for the same token while it caches it. */
  readonly #accounts = new WeakMap<Caller, readonly Account[]>()

  constructor(options: BudgetsOptions) {
    this.#options = options
  }

  /** Undefined for a caller without a budget. */
  charge(caller: Caller | undefined, cost: number): Promise<BudgetCharge> | undefined {
    const accounts = caller === undefined ? [] : this.#accountsOf(caller)
    return accounts.length === 0 ? undefined : this.#charge(accounts, pointsOf(cost))
  }

  async #charge(accounts: readonly Account[], points: number): Promise<BudgetCharge> {
    const { granted, left, refund } = await this.#options.buckets.charge(accounts, points)
    return { accounts, points, granted, left, refund }
  }

  #accountsOf(caller: Caller): readonly Account[] {
    const known = this.#accounts.get(caller)
    if (known !== undefined) return known
    const { organization, token } = this.#options
    // The hash tag in braces keeps the accounts of a request on one node of a Redis cluster.
    const owner = ownerOf(caller)
    const key = `budget:{${owner.length > HASH_LENGTH ? hashOf(owner) : owner}}`
    const accounts: Account[] = []
    if (organization !== undefined)
      accounts.push({ key: `${key}:organization`, budget: organization })
    if (token !== undefined)
      accounts.push({ key: `${key}:token:${hashOf(signedPartOf(caller.token))}`, budget: token })
    this.#accounts.set(caller, accounts)
    return accounts
  }
}

/** The points that a cost takes from a budget. */
export function pointsOf(cost: number): number {
  return Math.max(POINTS_MIN, cost)
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, HASH_LENGTH)
}
