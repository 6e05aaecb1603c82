import type { Database } from '@takeoff/kit/postgres/database'
import { makePartition } from '@takeoff/webhooks/maintenance/make-partition'
import { exists, partitionedTables } from '@takeoff/webhooks/maintenance/partitions'
import { monthsUntilNow } from './copy-events.ts'

/** Makes the partitions of all months but the first one, as the service would have made them in time. */
export async function makePastMonths(database: Database): Promise<void> {
  for (const month of monthsUntilNow().slice(1))
    for (const table of partitionedTables) {
      const partition = { table, month }
      await database.transaction(async (sql) => {
        if (!(await exists(sql, partition))) await makePartition(sql, partition)
      })
    }
}
