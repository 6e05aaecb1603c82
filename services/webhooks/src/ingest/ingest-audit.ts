import type { Database } from '@takeoff/kit/postgres/database'
import { appendRecords } from '../audit/append-records.ts'
import { isDataError } from '../db/is-data-error.ts'
import { NO_ROOM } from '../deliveries/leases/lease-offer.ts'
import { ingestParsed } from './ingest-parsed.ts'
import { poisonOf } from './read-message.ts'
import type { ParsedAudit } from './read-message.ts'

/** Maximum records of one transaction, which locks the chains of their organizations for some 50 ms. */
const BATCH_MAX = 500

/**
 * Appends audit records to the log: when it resolves they are committed and may be acknowledged. A known record changes
 * nothing; one that PostgreSQL cannot hold is dead-lettered in `poison_message`.
 */
export async function ingestAudit(
  database: Database,
  read: readonly ParsedAudit[],
): Promise<{ readonly auditRecords: number; readonly poisoned: number }> {
  const total = { auditRecords: 0, poisoned: 0 }
  for (let from = 0; from < read.length; from += BATCH_MAX) {
    const batch = read.slice(from, from + BATCH_MAX)
    try {
      total.auditRecords += await append(database, batch)
    } catch (error) {
      if (!isDataError(error)) throw error
      for (const one of batch) {
        const appended = await appendOrPoison(database, one)
        if (appended === undefined) total.poisoned += 1
        else total.auditRecords += appended
      }
    }
  }
  return total
}

function append(database: Database, batch: readonly ParsedAudit[]): Promise<number> {
  return database.transaction((sql) =>
    appendRecords(
      sql,
      batch.map(({ record }) => record),
    ),
  )
}

/** @returns undefined when the record was dead-lettered */
async function appendOrPoison(database: Database, one: ParsedAudit): Promise<number | undefined> {
  try {
    return await append(database, [one])
  } catch (error) {
    if (!isDataError(error)) throw error
    await ingestParsed(database, [poisonOf(one.message, error)], NO_ROOM)
    return undefined
  }
}
