import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import { OperationTypeNode, valueFromASTUntyped } from 'graphql'
import type { DocumentNode, OperationDefinitionNode, ValueNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { Conditions } from '../execution/compiled/conditions.ts'
import { documentBytes, CACHE_BYTES_MAX } from '../execution/compiled/cache-bytes.ts'
import { SplicedData } from '../execution/compiled/splice/spliced-data.ts'
import type { Counters } from '../execution/compiled/splice/spliced-data.ts'
import { compileCost } from './compile-cost.ts'
import type { CompiledCost, CostedSchema } from './compile-cost.ts'
import { compileCostByCounts } from './counted-cost.ts'
import type { CostByCounts } from './counted-cost.ts'
import { actualCost, fixedCost, removedKeys, requestedCost } from './key-cost.ts'
import type { PathError, Values } from './key-cost.ts'

/** Maximum estimates of one operation, one for each combination of sizes in its requests. */
const ESTIMATES_MAX = 64

/** Size of an empty cache of estimates, measured as 0.9 to 2 KiB. */
const ESTIMATES_BYTES = 2_000
/** Size of a field that costs something, measured as 60 bytes. */
const SELECTION_BYTES = 100
/** Size of a slot: its part of the keys of all estimates. */
const READER_BYTES = 8 * ESTIMATES_MAX

type Variables = Readonly<Record<string, unknown>>

/** The cost of one request. */
export interface RequestCost {
  /** The highest cost that the schema permits. */
  readonly requested: number
  /**
   * The cost of the data in its response. Root fields that an error has removed, though the error is not of the fields
   * themselves, cost what was requested: services may have done their work. One with an error of its own costs its
   * declared weight, as null does.
   */
  readonly actual: (data: unknown, errors?: readonly PathError[]) => number
}

export interface CostOf {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Variables
}

/** An operation, and the number that identifies it. */
interface Known {
  readonly id: number
  readonly conditions: Conditions
  readonly defaults: Variables
}

interface Compiled extends CompiledCost {
  /** Keyed by the values of the slots. */
  readonly estimates: LRUCache<string, number, Values>
  /** Costs of responses that come as text. */
  readonly byCounts: WeakMap<Counters, CostByCounts>
}

/** Costs of the operations of one schema, each computed once for all requests with equal relevant variables. */
export class OperationCosts {
  readonly #costed: CostedSchema
  readonly #known = new WeakMap<OperationDefinitionNode, Known>()
  /** Costs for each combination of an operation's conditions; the least recently used are evicted. */
  readonly #compiled = new LRUCache<string, Compiled>({ maxSize: CACHE_BYTES_MAX })
  #lastId = 0

  constructor(costed: CostedSchema) {
    this.#costed = costed
  }

  /** @throws AppError when it has no cost: too large, or without the argument that gives the size of a list */
  of(costOf: CostOf): RequestCost {
    const known = this.#knownOf(costOf)
    const compiled = this.#compiledOf(known, costOf)
    const { keys, readers, estimates } = compiled
    const isMutation = costOf.operation.operation === OperationTypeNode.MUTATION
    const variables = { ...known.defaults, ...costOf.variables }
    const values = readers.map((read) => read(variables))
    return {
      requested: estimates.memo(values.join(), { context: values }),
      actual: (data, errors = []) => {
        // An error in one mutation may have removed the data of the others, which have done their work.
        if (isMutation && data === null) return rounded(fixedCost(keys, values))
        if (errors.length === 0 || errors.some(hasNoPath) || typeof data !== 'object')
          return rounded(actualOf(compiled, data, values))
        const removed = removedKeys(keys, data, errors)
        const present = keys.filter((key) => !removed.has(key))
        // A field with an error of its own costs the same whether or not its type permits null.
        const object = data ?? Object.fromEntries(present.map(({ key }) => [key, null]))
        return rounded(actualCost(present, object, values) + requestedCost([...removed], values))
      },
    }
  }

  #knownOf({ document, operation }: CostOf): Known {
    const known = this.#known.get(operation)
    if (known !== undefined) return known
    const conditions = new Conditions(operation, fragmentsOf(document))
    const made = { id: (this.#lastId += 1), conditions, defaults: defaultsOf(operation) }
    this.#known.set(operation, made)
    return made
  }

  #compiledOf({ id, conditions }: Known, { document, operation, variables }: CostOf): Compiled {
    const decided = conditions.decide(variables)
    const key = `${id} ${Object.values(decided).join()}`
    const compiled = this.#compiled.get(key)
    if (compiled !== undefined) return compiled
    const fragments = fragmentsOf(document)
    const cost = compileCost(this.#costed, { operation, fragments, decided })
    const made: Compiled = { ...cost, estimates: estimatesOf(cost), byCounts: new WeakMap() }
    // Readers reference nodes of the document, and with them the whole document.
    const size = documentBytes(document) + compiledBytes(cost)
    this.#compiled.set(key, made, { size })
    return made
  }
}

const hasNoPath = ({ path }: PathError): boolean => path === undefined

function estimatesOf({ keys }: CompiledCost): LRUCache<string, number, Values> {
  return new LRUCache({
    max: ESTIMATES_MAX,
    memoMethod: (_key, _stale, { context: values }) => rounded(requestedCost(keys, values)),
  })
}

function actualOf({ keys, byCounts }: Compiled, data: unknown, values: Values): number {
  if (typeof data !== 'object' || data === null) return 0
  if (!(data instanceof SplicedData)) return actualCost(keys, data, values)
  const { counters } = data
  let costOf = byCounts.get(counters)
  if (costOf === undefined) {
    costOf = compileCostByCounts(keys, counters)
    byCounts.set(counters, costOf)
  }
  return costOf(data, values) ?? actualCost(keys, data.parse(), values)
}

function compiledBytes({ selections, readers }: CompiledCost): number {
  return ESTIMATES_BYTES + selections * SELECTION_BYTES + readers.length * READER_BYTES
}

/** Weights may be fractions; a cost of 0.30000000000000004 would not be readable. */
function rounded(cost: number): number {
  return Math.round(cost * 1000) / 1000
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined
        ? []
        : [[variable.name.value, valueFromASTUntyped(defaultValue as ValueNode)]],
    ),
  )
}
