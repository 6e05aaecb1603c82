import { createHash } from 'node:crypto'
import { BadUserInputError } from '@takeoff/kit/errors'
import { isUuid } from '@takeoff/kit/ids'
import type { OrderPosition } from '../db/orders/order-pages.ts'

/** Which rows a page is of; every field counts. */
export interface CursorFilter {
  /** Set: in the order of their changes. */
  readonly updatedSinceMs: number | undefined
}

interface Row {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface OrderCursor {
  /**
   * The place that a cursor names; undefined for a text that is no cursor.
   * @throws BadUserInputError when it belongs to a page of another filter
   */
  readonly parse: (text: string) => OrderPosition | undefined
  readonly format: (row: Row) => string
}

/** What a page is of: a place among the one says nothing about the other. */
export type CursorKind = 'orders' | 'distributionOrders'

/**
 * Cursors of the pages of orders or distribution orders that one filter gives. A place means nothing in
 * another sequence, and with another filter it would silently leave some out, so a cursor carries what it was
 * made for.
 */
export function orderCursor(kind: CursorKind, filter: CursorFilter): OrderCursor {
  const mark = markOf(kind, filter)
  return {
    parse: (text) => {
      const [, given, id = '', atMs] = /^([\w-]{12})\.([\da-f-]{36})\.(\d{1,15})$/.exec(text) ?? []
      if (!isUuid(id)) return undefined
      if (given !== mark) throw ofOtherArguments()
      return { id, atMs: Number(atMs) }
    },
    format: ({ id, createdAt, updatedAt }) => {
      const at = filter.updatedSinceMs === undefined ? createdAt : updatedAt
      return `${mark}.${id}.${at.getTime()}`
    },
  }
}

/** The sequence follows from updatedSince, so the filter stands for it too. */
function markOf(kind: CursorKind, filter: CursorFilter): string {
  const values = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([kind, values]))
    .digest('base64url')
    .slice(0, 12)
}

function ofOtherArguments(): BadUserInputError {
  return new BadUserInputError(
    'after belongs to a page of other arguments. Keep all arguments but first as they were, or begin without after.',
    'after',
  )
}
