import { isEnumType } from 'graphql'
import type { GraphQLEnumType, GraphQLNamedType } from 'graphql'
import {
  endOfBoolean,
  endOfId,
  endOfInteger,
  endOfJson,
  endOfNumber,
  endOfString,
  MISMATCH,
} from './json-text.ts'

const LETTER_N = 0x6e

export type ScanLeaf = (bytes: Buffer, from: number, view: DataView) => number

/** By name: a schema may redefine scalars. */
const BUILT_IN: ReadonlyMap<string, ScanLeaf> = new Map([
  ['String', endOfString],
  ['Boolean', endOfBoolean],
  ['Float', endOfNumber],
  ['Int', endOfInteger],
  ['ID', endOfId],
])

/** Scans a non-null value of a type without fields. */
export function endOfLeaf(type: GraphQLNamedType): ScanLeaf {
  return BUILT_IN.get(type.name) ?? (isEnumType(type) ? endOfEnum(type) : endOfCustom)
}

/** The subgraph validates a custom scalar. */
function endOfCustom(bytes: Buffer, from: number, view: DataView): number {
  return bytes[from] === LETTER_N ? MISMATCH : endOfJson(bytes, from, view)
}

/** A schema may have hundreds of enum values, and an operation as many fields of the type: made once per type. */
const endsOfEnums = new WeakMap<GraphQLEnumType, ScanLeaf>()

function endOfEnum(type: GraphQLEnumType): ScanLeaf {
  const known = endsOfEnums.get(type)
  if (known !== undefined) return known
  const texts = new Set(type.getValues().map(({ name }) => JSON.stringify(name)))
  const endOf: ScanLeaf = (bytes, from, view) => {
    const end = endOfString(bytes, from, view)
    return texts.has(bytes.toString('latin1', from, end)) ? end : MISMATCH
  }
  endsOfEnums.set(type, endOf)
  return endOf
}
