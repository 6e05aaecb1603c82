import { createHash } from 'node:crypto'
import { BadUserInputError } from '@takeoff/kit/errors'
import { parseIntegerId } from '@takeoff/kit/ids'
import type { ListFilter, ListPosition } from '../db/lists/production-list-pages.ts'

export interface ListCursor {
  /**
   * The place that a cursor names; undefined for a text that is no cursor.
   * @throws BadUserInputError when it belongs to a page of another filter
   */
  readonly parse: (text: string) => ListPosition | undefined
  readonly format: (position: ListPosition) => string
}

/**
 * Cursors of the pages that one filter gives. A place means nothing in another order, and in other lists it
 * would silently leave some out, so a cursor carries what it was made for.
 */
export function listCursor(filter: ListFilter): ListCursor {
  const mark = markOf(filter)
  return {
    parse: (text) => {
      const [, given, id = '', updatedAtMs] = /^([\w-]{12})\.(\d+)\.(\d{1,15})$/.exec(text) ?? []
      const parsedId = parseIntegerId(id)
      if (parsedId === undefined) return undefined
      if (given !== mark) throw ofOtherArguments()
      return { id: parsedId, updatedAtMs: Number(updatedAtMs) }
    },
    format: ({ id, updatedAtMs }) => `${mark}.${id}.${updatedAtMs}`,
  }
}

/** The order follows from updatedSince, so the filter stands for it too. */
function markOf({ orgId, jobId, updatedSinceMs, prefixes }: ListFilter): string {
  const text = JSON.stringify([orgId, jobId ?? null, updatedSinceMs ?? null, prefixes])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

function ofOtherArguments(): BadUserInputError {
  return new BadUserInputError(
    'after belongs to a page of other arguments. Keep orgId, jobId, updatedSince and search as they were, or begin without after.',
    'after',
  )
}
