import { createCursor } from '@takeoff/kit/graphql/cursor'
import type { Cursor } from '@takeoff/kit/graphql/cursor'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import type { ListFilter, ListPosition } from '../db/lists/production-list-pages.ts'

/** The cursors for the pages of one filter; `updatedSinceMs` decides their order. */
export function listCursor({
  orgId,
  jobId,
  updatedSinceMs,
  prefixes,
}: ListFilter): Cursor<ListPosition> {
  const of = ['productionLists', orgId, jobId ?? null, updatedSinceMs ?? null, prefixes]
  return createCursor(of, {
    format: ({ id, updatedAt }) => `${id}.${updatedAt.getTime()}`,
    parse(text) {
      const [, idText = '', updatedAtMs] = /^(\d+)\.(\d{1,15})$/.exec(text) ?? []
      const id = parseIntegerId(idText)
      return id === undefined ? undefined : { id, updatedAt: new Date(Number(updatedAtMs)) }
    },
  })
}
