import type { ExportRoute } from '@takeoff/kit/exports/export-routes'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { jsonLine } from '@takeoff/kit/values/json'
import { findChain } from './audit-reads.ts'

const RECORDS_PER_PAGE = 500

/** The audit log of an organization, oldest first, each record with what its hash covers. */
export const auditExport: ExportRoute = {
  name: 'audit',
  formats: ['ndjson'],
  parameters: ['after'],
  open: ({ database, orgId, parameters }) => ({
    chunks: exportChain(database, orgId, parameters.sequence('after')),
  }),
}

/** Holds no connection between pages, so that a slow client costs none. */
async function* exportChain(sql: Sql, orgId: number, start: number): AsyncGenerator<string> {
  let after = start
  for (;;) {
    const page = await findChain(sql, { orgId, after, first: RECORDS_PER_PAGE })
    yield page.map(jsonLine).join('')
    if (page.length < RECORDS_PER_PAGE) return
    after = page.at(-1)?.sequence ?? after
  }
}
