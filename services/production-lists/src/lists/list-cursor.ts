import { changePlace, createCursor } from '@takeoff/kit/graphql/cursor'
import type { ChangePlace, Cursor } from '@takeoff/kit/graphql/cursor'
import type { ListFilter } from '../db/lists/production-list-pages.ts'

/** The cursors for the pages of one filter; `updatedSinceMs` decides their order. */
export function listCursor({
  orgId,
  jobId,
  updatedSinceMs,
  prefixes,
}: ListFilter): Cursor<ChangePlace> {
  const of = ['productionLists', orgId, jobId ?? null, updatedSinceMs ?? null, prefixes]
  return createCursor(of, changePlace)
}
