import { BadUserInputError } from './errors.ts'

/** Rows of a page, where the caller does not say and at most. */
const FIRST_DEFAULT = 50
const FIRST_MAX = 200

/** A page of a connection as GraphQL asks for it. */
export interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

/** What a statement needs to know: it reads one row more than `first`, to see whether there are more. */
export interface Page<Id> {
  readonly first: number
  readonly after: Id | undefined
}

export interface Connection<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** @throws BadUserInputError for a size out of bounds or a cursor that we did not give */
export function parsePage<Id>(
  { first, after }: PageArguments,
  parseId: (text: string) => Id | undefined,
): Page<Id> {
  const size = first ?? FIRST_DEFAULT
  if (size < 1 || size > FIRST_MAX)
    throw new BadUserInputError(`first must be 1 to ${FIRST_MAX}.`, 'first')
  if (after === null || after === undefined) return { first: size, after: undefined }
  const id = parseId(Buffer.from(after, 'base64url').toString('utf8'))
  if (id === undefined)
    throw new BadUserInputError('after must be an endCursor of an earlier answer.', 'after')
  return { first: size, after: id }
}

/**
 * @param rows up to one more than the page holds
 * @param positionOf a row's place in the order, as `parsePage` reads it
 */
export function connectionOf<Node extends { readonly id: string | number }>(
  rows: readonly Node[],
  first: number,
  positionOf: (row: Node) => string = ({ id }) => String(id),
): Connection<Node> {
  const nodes = rows.slice(0, first)
  const last = nodes.at(-1)
  return {
    nodes,
    pageInfo: {
      hasNextPage: rows.length > first,
      endCursor: last === undefined ? null : cursorOf(positionOf(last)),
    },
  }
}

/** The cursor of a place in the order, as `parsePage` reads it. */
export function cursorOf(position: string): string {
  return Buffer.from(position).toString('base64url')
}
