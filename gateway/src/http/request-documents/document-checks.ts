import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import type { FastifyReply } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Budgets } from '../../budgets/budgets.ts'
import type { DocumentError } from '../../documents/document-errors.ts'
import type { DocumentLimits } from '../../documents/document-limits.ts'
import { documentPoints } from '../../documents/document-points.ts'
import type { CompilingGateway } from '../../execution/compiling-gateway.ts'
import type { ExecutionMetrics } from '../../execution/execution-metrics.ts'
import {
  isPlanningRefusal,
  OperationTooComplexError,
  PlannerUnavailableError,
  REFUSAL_MS,
} from '../../execution/planning/planning-errors.ts'
import { CHECK_WAIT_MS } from '../../execution/planning/planning-thread.ts'
import { PlanningTurns } from '../../execution/planning-turns.ts'
import type { Sender } from '../../execution/request-client.ts'
import type { CheckedDocument, SwappingGateway } from '../../execution/swapping-gateway.ts'
import { chargeRequest } from '../charge-request.ts'
import type { FoundDocument } from './document-of-request.ts'
import type { OperationObserver } from '../plugins/observe-operations.ts'

const RESULTS_MAX = 2000
const RESULT_CHARACTERS_MAX = 10_000_000

/** Schemas of supergraphs that are no longer served are not kept. */
type CheckResult = Pick<CheckedDocument, 'errors'> & {
  readonly schema?: GraphQLSchema
  /** Why it could not be checked. */
  readonly tooComplex?: string
}

const VALID_BEFORE: CheckResult = { errors: [] }

/** The document of a request is not executed. */
export class DocumentRefusedError extends Error {
  readonly errors: readonly DocumentError[]

  constructor(errors: readonly DocumentError[]) {
    super(errors[0]?.message)
    this.errors = errors
  }
}

export interface DocumentChecksOptions {
  readonly gateway: Pick<SwappingGateway, 'current' | 'check'>
  readonly budgets: Budgets
  readonly limits: DocumentLimits
  readonly metrics: Pick<ExecutionMetrics, 'refused'>
  readonly observer: Pick<OperationObserver, 'refused'>
}

interface ReplyingSender extends Sender {
  readonly reply: Pick<FastifyReply, 'headers'>
}

/**
 * Checks documents before they are executed, each once. A document that is new is charged by its tokens, and is
 * validated in a thread, so that neither the documents of one caller nor a large one delay the requests of others.
 */
export class DocumentChecks {
  readonly #options: DocumentChecksOptions
  /** Where the planning of a document's operations waits, too: one organization uses a quarter of the thread, and half at most. */
  readonly turns = new PlanningTurns()
  readonly #results = new LRUCache<string, CheckResult>({
    max: RESULTS_MAX,
    maxSize: RESULT_CHARACTERS_MAX,
    sizeCalculation: ({ errors }, text) =>
      errors.reduce((sum, { message }) => sum + message.length, text.length + 1),
  })
  #checking = new Map<string, Promise<CheckResult>>()
  #checkedBy: CompilingGateway | undefined

  constructor(options: DocumentChecksOptions) {
    this.#options = options
  }

  /**
   * @returns the schema for which the document is valid; undefined when it was valid for an earlier one
   * @throws DocumentRefusedError when it may not be executed
   * @throws AppError when the caller has no points for it, when it cannot be checked now, or when its client has disconnected
   */
  async require(
    document: FoundDocument,
    sender: ReplyingSender,
  ): Promise<GraphQLSchema | undefined> {
    const startedAt = performance.now()
    const { metrics, observer } = this.#options
    try {
      const { schema, errors, tooComplex } = await this.#find(document, sender)
      if (tooComplex !== undefined) throw new OperationTooComplexError(tooComplex)
      if (errors.length > 0) throw new DocumentRefusedError(errors)
      return schema
    } catch (error) {
      if (isPlanningRefusal(error)) metrics.refused(error.code)
      observer.refused(startedAt, sender.client.isDisconnected ? 'aborted' : 'error')
      throw error
    }
  }

  async #find({ text, isPersisted }: FoundDocument, sender: ReplyingSender): Promise<CheckResult> {
    const known = this.#known(text)
    if (known !== undefined) return known instanceof Promise ? inTime(known) : known
    if (!isPersisted) {
      const { budgets, limits } = this.#options
      const what = 'The check of the document'
      await chargeRequest(budgets, documentPoints(text, limits), { ...sender, what })
    }
    const check = async (): Promise<CheckResult> => this.#known(text) ?? this.#check(text)
    return this.turns.run({ ...sender, key: text }, check, inTime)
  }

  /**
   * The result of a check that has ended or is under way. Results belong to one supergraph. Documents that were valid
   * for the one before are validated when they are executed: after a swap, all of them would have to wait for the thread.
   */
  #known(text: string): CheckResult | Promise<CheckResult> | undefined {
    const { current } = this.#options.gateway
    if (current !== this.#checkedBy) {
      const known = [...this.#results.rkeys()]
      const valid = known.filter((one) => isValid(this.#results.peek(one)))
      this.#results.clear()
      this.#checking = new Map()
      for (const one of valid) this.#results.set(one, VALID_BEFORE)
    }
    this.#checkedBy = current
    return this.#results.get(text) ?? this.#checking.get(text)
  }

  #check(text: string): Promise<CheckResult> {
    const checking = this.#checking
    const check = this.#checkInThread(text).finally(() => checking.delete(text))
    checking.set(text, check)
    return check
  }

  async #checkInThread(text: string): Promise<CheckResult> {
    const { gateway, limits } = this.#options
    const { current } = gateway
    const result: CheckResult = await gateway.check(text, limits).catch((error: unknown) => {
      if (error instanceof OperationTooComplexError)
        return { errors: [], tooComplex: error.message }
      throw error
    })
    const ttl = result.tooComplex === undefined ? 0 : REFUSAL_MS
    if (current === gateway.current) this.#results.set(text, result, { ttl })
    return result
  }
}

/** A check waits for the thread, which may be reading a new supergraph. */
function inTime(check: Promise<CheckResult>): Promise<CheckResult> {
  return withTimeout(CHECK_WAIT_MS, check, () => new PlannerUnavailableError())
}

function isValid(result: CheckResult | undefined): boolean {
  return result?.errors.length === 0 && result.tooComplex === undefined
}
