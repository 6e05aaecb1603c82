import { Kind, valueFromASTUntyped, visit } from 'graphql'
import type { DocumentNode, OperationDefinitionNode, ValueNode } from 'graphql'
import { compileCost } from './operation-cost.ts'
import type { CompiledCost, CostedSchema } from './operation-cost.ts'
import { actualCost, requestedCost } from './place-cost.ts'

/** Of one operation, one for each combination of its conditions that came. */
const COMPILED_MAX = 16
/** Of one operation, one for each combination of sizes that came. */
const ESTIMATES_MAX = 64

type Variables = Readonly<Record<string, unknown>>

/** What one request costs. */
export interface RequestCost {
  /** What it may cost at most, as far as the schema tells. */
  readonly requested: number
  /** What it has cost, by the data of its answer. */
  readonly actual: (data: unknown) => number
}

export interface CostOf {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Variables
}

/** Costs of the operations of one schema, each worked out once for all requests that differ in nothing that matters. */
export class OperationCosts {
  readonly #costed: CostedSchema
  readonly #known = new WeakMap<OperationDefinitionNode, KnownOperation>()

  constructor(costed: CostedSchema) {
    this.#costed = costed
  }

  /** @throws AppError when it has no cost: too large, or without the argument that tells the size of a list */
  of({ document, operation, variables }: CostOf): RequestCost {
    const known = this.#known.get(operation) ?? new KnownOperation(document, operation)
    this.#known.set(operation, known)
    return known.cost(this.#costed, variables)
  }
}

interface Compiled extends CompiledCost {
  readonly estimates: Map<string, number>
}

class KnownOperation {
  readonly #document: DocumentNode
  readonly #operation: OperationDefinitionNode
  readonly #conditions: readonly string[]
  readonly #defaults: Variables
  readonly #compiled = new Map<string, Compiled>()

  constructor(document: DocumentNode, operation: OperationDefinitionNode) {
    this.#document = document
    this.#operation = operation
    this.#conditions = conditionVariables(document)
    this.#defaults = defaultsOf(operation)
  }

  cost(costed: CostedSchema, given: Variables): RequestCost {
    const variables = { ...this.#defaults, ...given }
    const { base, places, readers, estimates } = this.#compile(costed, variables)
    const values = readers.map((read) => read(variables))
    return {
      requested: kept(estimates, ESTIMATES_MAX, values.join(), () =>
        rounded(base + requestedCost(places, values)),
      ),
      actual: (data) =>
        typeof data === 'object' && data !== null
          ? rounded(base + actualCost(places, data, values))
          : 0,
    }
  }

  #compile(costed: CostedSchema, variables: Variables): Compiled {
    const decided = this.#conditions.map((name) => variables[name] === true)
    return kept(this.#compiled, COMPILED_MAX, decided.join(), () => {
      const conditions = Object.fromEntries(
        this.#conditions.map((name, index) => [name, decided[index]]),
      )
      const operation = { document: this.#document, operation: this.#operation, conditions }
      return { ...compileCost(costed, operation), estimates: new Map<string, number>() }
    })
  }
}

/** What is kept under a key, made where it is not. All goes when there is too much. */
function kept<T>(all: Map<string, T>, max: number, key: string, make: () => T): T {
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make()
  if (all.size >= max) all.clear()
  all.set(key, made)
  return made
}

/** Weights may be fractions; nobody wants to read 0.30000000000000004. */
function rounded(cost: number): number {
  return Math.round(cost * 1000) / 1000
}

/** The variables that conditions name, of any operation of the document. */
function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (name.value !== 'skip' && name.value !== 'include') return
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
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
