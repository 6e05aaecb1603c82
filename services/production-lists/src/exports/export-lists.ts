import { partsOf } from '@takeoff/kit/exports/parts'
import type { ChangePlace } from '@takeoff/kit/graphql/cursor'
import { jsonLine } from '@takeoff/kit/values/json'
import type { Caller } from '@takeoff/kit/security/auth'
import type { Database } from '@takeoff/kit/postgres/database'
import { countItems } from '../db/lists/list-item-reads.ts'
import type { ListFilter } from '../db/lists/production-list-pages.ts'
import { findListPage } from '../db/lists/production-list-reads.ts'
import { withItems, withItemsOfUnchanged } from '../db/lists/whole-lists.ts'
import type { WholeListRow } from '../db/lists/whole-lists.ts'
import type { ExportFormat } from '@takeoff/kit/exports/export-format'
import { listCsvHead, listCsvRows } from './list-csv.ts'
import { listRecord, withoutCosts } from './list-record.ts'

const LISTS_PER_PAGE = 200
/** Maximum number of items that one statement reads, unless a single list has more. */
const ITEMS_PER_READ = 2_000

export interface ListsToExport {
  /** Costs are null if the caller lacks the scope for them. */
  readonly caller: Caller
  readonly orgId: number
  /** Milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
}

/** The lists of an organization, one chunk of text per list, in the order of the GraphQL connection. */
export async function* exportLists(
  database: Database,
  wanted: ListsToExport,
  format: ExportFormat,
): AsyncGenerator<string> {
  // Sent with the first list, so that an error of the first statement can still have a status of its own.
  let head = format === 'csv' ? listCsvHead() : ''
  for await (const list of readLists(database, wanted)) {
    const record = withoutCosts(wanted.caller, listRecord(list))
    yield head + (format === 'csv' ? listCsvRows(record) : jsonLine(record))
    head = ''
  }
  if (head !== '') yield head
}

/** Reads further lists when the consumer has taken those read before; holds no database connection meanwhile. */
async function* readLists(
  database: Database,
  { orgId, updatedSinceMs }: Pick<ListsToExport, 'orgId' | 'updatedSinceMs'>,
): AsyncGenerator<WholeListRow> {
  const filter: ListFilter = { orgId, updatedSinceMs, jobId: undefined, prefixes: [] }
  const readItems = updatedSinceMs === undefined ? withItems : withItemsOfUnchanged
  let after: ChangePlace | undefined
  for (;;) {
    const page = await findListPage(database, { filter, after, limit: LISTS_PER_PAGE })
    if (page.length === 0) return
    const counts = await countItems(
      database,
      page.map(({ id }) => id),
      [orgId],
    )
    let read = 0
    for (const part of partsOf(page, ({ id }) => counts.get(id) ?? 0, ITEMS_PER_READ)) {
      const lists = await readItems(database, part, { orgIds: [orgId] })
      yield* lists
      read += lists.length
    }
    // Lists that have changed since the page was read are on the next one.
    if (page.length < LISTS_PER_PAGE && read === page.length) return
    after = page.at(-1)
  }
}
