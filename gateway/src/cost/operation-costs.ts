import { fragmentsOf } from '@takeoff/kit/compiled-query/fragments'
import { valueFromASTUntyped } from 'graphql'
import type { DocumentNode, OperationDefinitionNode, ValueNode } from 'graphql'
import { byConditions, Conditions } from '../execution/compiled/conditions.ts'
import { kept } from '../execution/compiled/kept.ts'
import { compileCost } from './compile-cost.ts'
import type { CostedSchema } from './compile-cost.ts'
import { actualCost, requestedCost } from './place-cost.ts'

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
  readonly #known = new WeakMap<OperationDefinitionNode, CostByVariables>()

  constructor(costed: CostedSchema) {
    this.#costed = costed
  }

  /** @throws AppError when it has no cost: too large, or without the argument that tells the size of a list */
  of({ document, operation, variables }: CostOf): RequestCost {
    const known = this.#known.get(operation) ?? costOf(this.#costed, document, operation)
    this.#known.set(operation, known)
    return known(variables)
  }
}

type CostByVariables = (variables: Variables) => RequestCost

function costOf(
  costed: CostedSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CostByVariables {
  const defaults = defaultsOf(operation)
  const fragments = fragmentsOf(document)
  const compiled = byConditions(new Conditions(operation, fragments), (decided) => ({
    ...compileCost(costed, { operation, fragments, decided }),
    estimates: new Map<string, number>(),
  }))
  return (given) => {
    const { base, places, readers, estimates } = compiled(given)
    const variables = { ...defaults, ...given }
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
}

/** Weights may be fractions; nobody wants to read 0.30000000000000004. */
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
