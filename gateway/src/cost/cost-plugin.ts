import { AppError } from '@takeoff/kit/errors'
import { toGraphQLError } from '@takeoff/kit/graphql-errors'
import type { GatewayListener, GatewayPlugin } from '../http/gateway-plugin.ts'
import { CostExceededError } from './cost-errors.ts'
import type { RequestCost } from './operation-costs.ts'
import type { CostsOfSchema } from './supergraph-costs.ts'

export interface CostPluginOptions {
  readonly costsOf: CostsOfSchema
  /** Most points of an operation. */
  readonly max: number
  /** Whether answers say what they cost. */
  readonly tell: boolean
}

type Resolved = Parameters<NonNullable<GatewayListener['didResolveOperation']>>[0]
type Operated = Omit<Resolved, 'operation'> & {
  readonly operation?: Resolved['operation'] | undefined
}
type Sent = Parameters<NonNullable<GatewayListener['willSendResponse']>>[0]

/** Refuses what would cost too much before anything is fetched, and says of every answer what it cost. */
export function costPlugin(options: CostPluginOptions): GatewayPlugin {
  return { requestDidStart: () => Promise.resolve(new CostedRequest(options)) }
}

class CostedRequest implements GatewayListener {
  readonly #options: CostPluginOptions
  #cost: RequestCost | undefined

  constructor(options: CostPluginOptions) {
    this.#options = options
  }

  async didResolveOperation(resolved: Resolved): Promise<void> {
    try {
      this.#cost = this.#costOf(resolved)
      const { requested } = this.#cost ?? { requested: 0 }
      if (requested > this.#options.max) throw new CostExceededError(requested, this.#options.max)
    } catch (error) {
      throw error instanceof AppError ? toGraphQLError(error) : error
    }
  }

  /** The type of Apollo Server says that there is always an operation; there is not. */
  #costOf({ schema, document, operation, request }: Operated): RequestCost | undefined {
    if (operation === undefined) return undefined
    const variables = request.variables ?? {}
    return this.#options.costsOf(schema)?.of({ document, operation, variables })
  }

  willSendResponse({ response: { body } }: Sent): Promise<void> {
    if (body.kind !== 'single' || this.#cost === undefined || !this.#options.tell)
      return Promise.resolve()
    const { singleResult: answer } = body
    const { requested } = this.#cost
    const cost = { requested, actual: this.#cost.actual(answer.data) }
    answer.extensions = { ...answer.extensions, cost }
    return Promise.resolve()
  }
}
