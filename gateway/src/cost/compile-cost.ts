import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import type {
  ArgumentNode,
  GraphQLArgument,
  GraphQLCompositeType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql'
import { setsOf } from '../execution/compiled/collect-fields.ts'
import type { ConditionValues } from '../execution/compiled/conditions.ts'
import { listDepth } from '../execution/compiled/types.ts'
import type { CostDirectives } from './cost-directives.ts'
import { OperationTooLargeError } from './cost-errors.ts'
import { expectedSize, valueOf } from './expected-size.ts'
import { inputCost, isFreeInput, weightOf } from './input-cost.ts'
import type { Amount, CostedField, CostedKey } from './key-cost.ts'
import { selectedFields } from './selected-fields.ts'
import type { SelectedField, CountedSelectionContext } from './selected-fields.ts'

/** Cost of a mutation without `@cost`, on top of that of its response. */
const MUTATION_WEIGHT = 100
/** Maximum selections that are visited, each fragment as often as it is used: some 30 ms for the largest operation. */
const SELECTIONS_MAX = 20_000

type Variables = Readonly<Record<string, unknown>>

/** A schema with the costs that its directives declare. */
export interface CostedSchema {
  readonly schema: GraphQLSchema
  readonly directives: CostDirectives
  /** Assumed size of a list without `@listSize`. */
  readonly listSize: number
}

/** An operation whose conditions are decided. */
export interface DecidedOperation {
  readonly operation: OperationDefinitionNode
  readonly fragments: Fragments
  readonly decided: ConditionValues
}

export interface CompiledCost {
  readonly keys: readonly CostedKey[]
  /** Values of the slots, computed from variables. */
  readonly readers: readonly ((variables: Variables) => number)[]
  /** Number of selections visited. */
  readonly selections: number
}

/** The size that a field above gives to lists below, by the paths to them. */
interface Sized {
  readonly size: Amount
  readonly paths: readonly (readonly string[])[]
}

/**
 * Finds everything in an operation that costs something, once for all requests.
 * @throws OperationTooLargeError when its fragments unfold without end
 */
export function compileCost(costed: CostedSchema, decided: DecidedOperation): CompiledCost {
  const { operation } = decided
  const root = costed.schema.getRootType(operation.operation)
  if (root === undefined || root === null) return { keys: [], readers: [], selections: 0 }
  const compiler = new Compiler(costed, decided)
  const keys = compiler.keys(root, [operation.selectionSet], [])
  return { keys, readers: compiler.readers, selections: compiler.selections }
}

class Compiler {
  readonly readers: ((variables: Variables) => number)[] = []
  selections = 0
  readonly #costed: CostedSchema
  readonly #selectionContext: CountedSelectionContext

  constructor(costed: CostedSchema, { fragments, decided }: DecidedOperation) {
    const { schema } = costed
    this.#costed = costed
    this.#selectionContext = { schema, fragments, decided, onSelection: () => this.#count() }
  }

  keys(
    type: GraphQLCompositeType,
    sets: readonly SelectionSetNode[],
    sized: readonly Sized[],
  ): CostedKey[] {
    return [...selectedFields(this.#selectionContext, type, sets)].flatMap(([key, selected]) => {
      const fields = selected.map((field) => this.#field(field, sized)).filter(costsSomething)
      return fields.length === 0 ? [] : [{ key, isInherited: key in Object.prototype, fields }]
    })
  }

  #count(): void {
    this.selections += 1
    if (this.selections > SELECTIONS_MAX) throw new OperationTooLargeError(SELECTIONS_MAX)
  }

  #field({ type, definition, nodes }: SelectedField, sized: readonly Sized[]): CostedField {
    const { name, args } = definition
    const given = nodes[0]?.arguments ?? []
    const coordinates = this.#coordinates(type, name)
    const below = sized.flatMap(({ size, paths }) => {
      const rests = paths.filter(([first]) => first === name).map((path) => path.slice(1))
      return rests.length === 0 ? [] : [{ size, paths: rests }]
    })
    const own = this.#listSize(coordinates, args, given)
    const named = getNamedType(definition.type)
    const sets = setsOf(nodes)
    const declared = coordinates.flatMap((at) => this.#costed.directives.weights.get(at) ?? [])
    const weight = declared.length > 0 ? Math.max(...declared) : undefined
    const isMutation = type === this.#costed.schema.getMutationType()
    const inputs = this.#inputs(coordinates, args, given)
    const depth = listDepth(definition.type)
    return {
      ...(isMutation
        ? { weight: this.#typeWeight(named), weightOfNull: 0 }
        : { weight: weight ?? this.#typeWeight(named), weightOfNull: weight ?? 0 }),
      inputs: isMutation ? this.#sum(inputs, weight ?? MUTATION_WEIGHT) : inputs,
      size: depth === 0 ? 1 : (sizeFromAbove(below) ?? sizeOf(own) ?? this.#costed.listSize),
      keys: isCompositeType(named)
        ? this.keys(named, sets, own === undefined ? below : [...below, own])
        : [],
      isNested: depth > 1,
    }
  }

  /** A field of an interface has the highest cost among its object types. */
  #coordinates(type: GraphQLCompositeType, name: string): string[] {
    const { schema } = this.#costed
    const types = isInterfaceType(type) ? [type, ...schema.getPossibleTypes(type)] : [type]
    return types.map((one) => `${one.name}.${name}`)
  }

  #typeWeight(type: Parameters<typeof weightOf>[2]): number {
    const { directives, schema } = this.#costed
    if (!isAbstractType(type)) return weightOf(directives, type.name, type)
    return Math.max(
      ...schema.getPossibleTypes(type).map((one) => weightOf(directives, one.name, one)),
    )
  }

  #listSize(
    coordinates: readonly string[],
    args: readonly GraphQLArgument[],
    given: readonly ArgumentNode[],
  ): Sized | undefined {
    for (const at of coordinates) {
      const listSize = this.#costed.directives.listSizes.get(at)
      if (listSize === undefined) continue
      const values = listSize.slicingArguments.map(([name]) => valueOf(given, name))
      const size = this.#amount(values, (variables) =>
        expectedSize(listSize, { at, args, given, variables, otherwise: this.#costed.listSize }),
      )
      return { size, paths: listSize.sizedFields }
    }
    return undefined
  }

  #inputs(
    coordinates: readonly string[],
    args: readonly GraphQLArgument[],
    given: readonly ArgumentNode[],
  ): Amount {
    const { directives } = this.#costed
    const weighed = args.flatMap((arg) => {
      const value = valueOf(given, arg.name)
      if (value === undefined) return []
      const ofArgument = coordinates.map((at) => `${at}(${arg.name}:)`)
      const at = ofArgument.find((one) => directives.weights.has(one)) ?? ofArgument[0] ?? ''
      return isFreeInput(directives, arg, at) ? [] : [{ arg, at, value }]
    })
    const values = weighed.map(({ value }) => value)
    return this.#amount(values, (variables) =>
      weighed.reduce(
        (sum, { arg, at, value }) =>
          sum + inputCost(directives, arg, at, valueFromASTUntyped(value, variables)),
        0,
      ),
    )
  }

  #sum(amount: Amount, more: number): Amount {
    if (typeof amount === 'number') return amount + more
    const read = this.readers[amount.slot]
    return { slot: this.readers.push((variables) => more + (read?.(variables) ?? 0)) - 1 }
  }

  /** Computed now where it depends on no variable. */
  #amount(
    values: readonly (ValueNode | undefined)[],
    read: (variables: Variables) => number,
  ): Amount {
    if (!values.some((value) => value !== undefined && hasVariables(value))) return read({})
    return { slot: this.readers.push(read) - 1 }
  }
}

function sizeFromAbove(sized: readonly Sized[]): Amount | undefined {
  return sized.find(({ paths }) => paths.some((path) => path.length === 0))?.size
}

/** A size that applies to fields below does not apply to the field itself. */
function sizeOf(sized: Sized | undefined): Amount | undefined {
  return sized?.paths.length === 0 ? sized.size : undefined
}

function costsSomething({ weight, weightOfNull, inputs, keys }: CostedField): boolean {
  return weight !== 0 || weightOfNull !== 0 || inputs !== 0 || keys.length > 0
}

function hasVariables(value: ValueNode): boolean {
  let found = false
  visit(value, {
    Variable() {
      found = true
    },
  })
  return found
}
