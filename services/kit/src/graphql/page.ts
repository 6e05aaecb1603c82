import type { Cursor } from './cursor.ts'
import { BadUserInputError } from '../values/errors.ts'

/** Page sizes: the default, and the maximum. */
const FIRST_DEFAULT = 50
const FIRST_MAX = 200

/** The page arguments of a GraphQL connection. */
export interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

/** The input of a statement, which reads one row more than `first` to see whether there are more. */
export interface Page<Place> {
  readonly first: number
  readonly after: Place | undefined
}

/** One page of a list, in the form of the Relay connection specification. */
export interface Connection<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** @throws BadUserInputError for a size out of bounds or a cursor that was not issued here */
export function parsePage<Place>(
  { first, after }: PageArguments,
  cursor: Pick<Cursor<Place>, 'parse'>,
): Page<Place> {
  const size = first ?? FIRST_DEFAULT
  if (size < 1 || size > FIRST_MAX)
    throw new BadUserInputError(`first must be from 1 to ${FIRST_MAX}.`, 'first')
  return {
    first: size,
    after: after === null || after === undefined ? undefined : cursor.parse(after),
  }
}

/** @param rows up to one more than the page holds */
export function connectionOf<Node>(
  rows: readonly Node[],
  first: number,
  cursor: Pick<Cursor<unknown, Node>, 'format'>,
): Connection<Node> {
  const nodes = rows.slice(0, first)
  const last = nodes.at(-1)
  return {
    nodes,
    pageInfo: {
      hasNextPage: rows.length > first,
      endCursor: last === undefined ? null : cursor.format(last),
    },
  }
}
