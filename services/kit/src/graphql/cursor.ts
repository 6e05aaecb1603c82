import { hash } from 'node:crypto'
import { BadUserInputError } from '../values/errors.ts'
import { isUuid, parseIntegerId } from '../values/ids.ts'

const MARK_LENGTH = 12

/** Writes and reads the cursors of a connection's pages. */
export interface Cursor<Place, Row = Place> {
  /** The `endCursor` of a page that ends with this row. */
  readonly format: (row: Row) => string
  /**
   * The place behind which the next page begins.
   * @throws BadUserInputError for a text that is no such cursor, or one of another connection or other arguments
   */
  readonly parse: (after: string) => Place
}

/** A place as text; `parse` returns undefined for any other text. */
export interface PlaceFormat<Place, Row> {
  readonly format: (row: Row) => string
  readonly parse: (text: string) => Place | undefined
}

/**
 * A place means nothing in another order, and among other rows it would silently leave some out, so a cursor carries
 * a mark of what it was made for.
 * @param of the name of the connection, and the arguments that decide on its rows and their order
 */
export function createCursor<Place, Row>(
  of: readonly unknown[],
  { format, parse }: PlaceFormat<Place, Row>,
): Cursor<Place, Row> {
  const mark = hash('sha256', JSON.stringify(of), 'base64url').slice(0, MARK_LENGTH)
  return {
    format: (row) => Buffer.from(mark + format(row)).toString('base64url'),
    parse(after) {
      const text = Buffer.from(after, 'base64url').toString('utf8')
      const place = parse(text.slice(MARK_LENGTH))
      if (place === undefined) throw refusal('must be an endCursor of an earlier response.')
      if (text.slice(0, MARK_LENGTH) !== mark) {
        throw refusal(
          'belongs to a page of other arguments. Keep all arguments but first as they were, or begin without after.',
        )
      }
      return place
    },
  }
}

function refusal(reason: string): BadUserInputError {
  return new BadUserInputError(`after ${reason}`, 'after')
}

/** A row's place in the order of ids. */
export interface IdPlace {
  readonly id: number
  /** Only in the order of changes. */
  readonly updatedAt?: Date
}

/** A row's place in the order of changes, or of ids. */
export type ChangePlace = Required<IdPlace>

/** For cursors of rows with integer ids that may be in the order of their changes. */
export const changePlace: PlaceFormat<ChangePlace, ChangePlace> = {
  format: ({ id, updatedAt }) => `${id}.${updatedAt.getTime()}`,
  parse(text) {
    const [, idText = '', updatedAtMs] = /^(\d+)\.(\d{1,15})$/.exec(text) ?? []
    const id = parseIntegerId(idText)
    return id === undefined ? undefined : { id, updatedAt: new Date(Number(updatedAtMs)) }
  },
}

/**
 * Cursors of a connection in the order of its integer ids, whatever its filter.
 * @param ownerIds of the row that the connection belongs to, such as a list; none for one of an organization
 */
export function integerIdCursor(
  connection: string,
  ...ownerIds: readonly number[]
): Cursor<number, { readonly id: number }> {
  return createCursor([connection, ...ownerIds], {
    format: ({ id }) => String(id),
    parse: parseIntegerId,
  })
}

/** Cursors of a connection in the order of its integer ids, when it can be in the order of its changes, too. */
export function idPlaceCursor(connection: string): Cursor<IdPlace, { readonly id: number }> {
  const { format, parse } = integerIdCursor(connection)
  return { format, parse: (after) => ({ id: parse(after) }) }
}

/** Cursors of a connection in the order of its ids, which are UUIDs. */
export function uuidCursor(connection: string): Cursor<string, { readonly id: string }> {
  return createCursor([connection], {
    format: ({ id }) => id,
    parse: (text) => (isUuid(text) ? text : undefined),
  })
}
