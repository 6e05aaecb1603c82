import { getNullableType, isInputObjectType, isListType, valueFromASTUntyped } from 'graphql'
import type { ArgumentNode, GraphQLArgument, GraphQLInputType, ValueNode } from 'graphql'
import type { ListSize } from './cost-directives.ts'
import { SlicingArgumentError } from './cost-errors.ts'

/** A list as one request selects it. */
export interface Slicing {
  /** Schema coordinate of its field. */
  readonly at: string
  readonly args: readonly GraphQLArgument[]
  readonly given: readonly ArgumentNode[]
  readonly variables: Readonly<Record<string, unknown>>
  /** The size where neither the arguments nor `assumedSize` give one. */
  readonly otherwise: number
}

/**
 * The size of a list: the largest of its slicing arguments that were given or have a default, else the assumed size.
 * @throws SlicingArgumentError where exactly one of them has to be given, and is not
 */
export function expectedSize(
  { assumedSize, slicingArguments, requireOneSlicingArgument }: ListSize,
  { at, args, given, variables, otherwise }: Slicing,
): number {
  // Null chooses the default where it may; where one argument has to be given, it gives none.
  const isLeftOut = (value: unknown): boolean =>
    value === undefined || (value === null && !requireOneSlicingArgument)
  const sizes = slicingArguments.flatMap(([name = '', ...path]) => {
    const argument = args.find((arg) => arg.name === name)
    const node = valueOf(given, name)
    const value = node === undefined ? undefined : valueFromASTUntyped(node, variables)
    const size = sizeIn(isLeftOut(value) ? argument?.defaultValue : value, path, argument?.type)
    return size === undefined ? [] : [size]
  })
  if (requireOneSlicingArgument && slicingArguments.length > 0 && sizes.length !== 1) {
    throw new SlicingArgumentError(
      at,
      slicingArguments.map((path) => path.join('.')),
    )
  }
  return sizes.length > 0 ? Math.max(0, ...sizes) : (assumedSize ?? otherwise)
}

/** A number, or the length of a list: the response has one object for each of its elements. GraphQL makes a list of one value. */
function sizeIn(
  value: unknown,
  path: readonly string[],
  type: GraphQLInputType | undefined,
): number | undefined {
  const [first, ...rest] = path
  if (first === undefined) {
    if (Array.isArray(value)) return value.length
    if (isListType(getNullableType(type)))
      return value === undefined || value === null ? undefined : 1
    return typeof value === 'number' ? value : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const inputType = getNullableType(type)
  const field = isInputObjectType(inputType) ? inputType.getFields()[first] : undefined
  const inner = (value as Readonly<Record<string, unknown>>)[first]
  return sizeIn(inner ?? field?.defaultValue, rest, field?.type)
}

/** The value of an argument in the document. */
export function valueOf(
  given: readonly ArgumentNode[],
  name: string | undefined,
): ValueNode | undefined {
  return given.find((argument) => argument.name.value === name)?.value
}
