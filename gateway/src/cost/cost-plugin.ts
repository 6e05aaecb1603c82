import type { HeaderMap } from '@apollo/server'
import { AppError } from '@takeoff/kit/values/errors'
import { toGraphQLError } from '@takeoff/kit/graphql/graphql-errors'
import { BudgetSpentError } from '../budgets/budget-spent-error.ts'
import { pointsOf } from '../budgets/budgets.ts'
import type { BudgetCharge, Budgets } from '../budgets/budgets.ts'
import { rateLimitHeaders } from '../budgets/rate-limit-headers.ts'
import type {
  GatewayListener,
  GatewayPlugin,
  Resolved,
  ResponseContext,
} from '../http/plugins/gateway-plugin.ts'
import { CostExceededError } from './cost-errors.ts'
import type { RequestCost } from './operation-costs.ts'
import type { CostsOfSchema } from './supergraph-costs.ts'

export interface CostPluginOptions {
  readonly costsOf: CostsOfSchema
  readonly budgets: Budgets
  /** Highest cost of an operation. */
  readonly max: number
  /** Whether responses report their cost. */
  readonly reportsCost: boolean
}

/**
 * Refuses an operation that would cost too much, or more than the caller's budget holds, before anything is fetched.
 * Reports the cost of every response, and refunds the difference. Must be the last plugin that refuses: an operation that
 * another plugin refuses must not be charged.
 */
export function costPlugin(options: CostPluginOptions): GatewayPlugin {
  return () => new CostedRequest(options)
}

class CostedRequest implements GatewayListener {
  readonly #options: CostPluginOptions
  #cost: RequestCost | undefined
  #charge: BudgetCharge | undefined
  #isSent = false

  constructor(options: CostPluginOptions) {
    this.#options = options
  }

  didResolveOperation(resolved: Resolved): void | Promise<void> {
    try {
      this.#cost = this.#costOf(resolved)
      const { requested } = this.#cost ?? { requested: 0 }
      if (requested > this.#options.max) throw new CostExceededError(requested, this.#options.max)
      return this.#options.budgets
        .charge(resolved.contextValue.caller, requested)
        ?.then((charge) => this.#take(charge))
        .catch(rethrow)
    } catch (error) {
      rethrow(error)
    }
  }

  #costOf({ schema, document, operation, request }: Resolved): RequestCost | undefined {
    if (operation === undefined) return undefined
    const variables = request.variables ?? {}
    return this.#options.costsOf(schema)?.of({ document, operation, variables })
  }

  #take(charge: BudgetCharge): void {
    this.#charge = charge
    if (!charge.granted) throw new BudgetSpentError(charge, 'The operation')
    // Apollo Server does not wait for the other plugins when one of them refuses.
    if (this.#isSent) charge.refund(charge.points)
  }

  willSendResponse({ response, contextValue }: ResponseContext): void {
    const { body, http } = response
    if (body.kind !== 'single') return
    this.#isSent = true
    const { singleResult: result } = body
    const actual = this.#cost?.actual(result.data, result.errors) ?? 0
    if (this.#cost !== undefined && this.#options.reportsCost) {
      const cost = { requested: this.#cost.requested, actual }
      result.extensions = { ...result.extensions, cost }
    }
    if (this.#charge === undefined) return
    // When a client disconnects, the data lacks results of work that subgraphs have done. Only a refused operation has
    // no data.
    const isUnknown = contextValue.client.isDisconnected && result.data !== undefined
    settle(this.#charge, isUnknown ? this.#charge.points : actual, http.headers)
  }
}

function rethrow(error: unknown): never {
  throw error instanceof AppError ? toGraphQLError(error) : error
}

/** Refunds the points that were charged and not used, and reports the points left. */
function settle(charge: BudgetCharge, used: number, headers: HeaderMap): void {
  const { granted, left, points } = charge
  const unused = granted ? points - pointsOf(used) : 0
  if (unused !== 0) charge.refund(unused)
  const now = left.map((points) => points + unused)
  for (const [name, value] of Object.entries(rateLimitHeaders(charge, now)))
    headers.set(name, value)
}
