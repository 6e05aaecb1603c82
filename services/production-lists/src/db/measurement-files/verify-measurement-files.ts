import { sql as raw } from 'kysely'
import { int4, uuid, varchar } from '@takeoff/kit/postgres/sql-types'
import { readInOrder } from '@takeoff/kit/verification/read-in-order'
import type { Verification } from '@takeoff/kit/verification/run-verify'
import { plainStatement } from '../statements.ts'

const selectDamaged = plainStatement(
  { id: uuid, orgId: int4, filename: varchar },
  () => raw`
    select id, org_id as "orgId", filename from measurement_file
    where byte_size <> length(bytes) or sha256 <> encode(sha256(bytes), 'hex')
    order by id`,
)

/** Measurement files are stored in the database: only their content can be wrong. */
export async function verifyMeasurementFiles(verification: Verification): Promise<void> {
  if (!verification.readsContent) return
  for await (const { id, orgId, filename } of readInOrder(verification, selectDamaged, {}))
    verification.report(
      `damaged file: measurement file ${id} of organization ${orgId} (${filename})`,
    )
}
