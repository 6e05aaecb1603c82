import { addGauge } from '../service/metrics.ts'
import type { Metrics } from '../service/metrics.ts'
import type { ErasureSchema } from './erasure.ts'
import type { FrozenOrganizationSchema } from './frozen-organization.ts'
import { int8 } from './sql-types.ts'
import type { Sql } from './sql.ts'
import { column, statementsOf } from './statement.ts'
import type { Table } from './tables.ts'

const { statement } = statementsOf<{
  readonly frozenOrganization: Table<typeof FrozenOrganizationSchema>
  readonly erasure: Table<typeof ErasureSchema>
}>('kit')

/** One that has moved away stays frozen for good, and is erased here at the end. */
const countFrozen = statement((db) =>
  db
    .selectFrom('frozenOrganization')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('erasure')
            .where('subject', '=', 'organization')
            .whereRef('subjectId', '=', 'frozenOrganization.id')
            .whereRef('finishedAt', '>=', 'frozenOrganization.frozenAt')
            .select('erasure.id'),
        ),
      ),
    )
    .select((eb) => column('value', int8, eb.fn.countAll())),
)

/** Counts the organizations that callers cannot change. A move that was given up leaves one behind, without an error anywhere else. */
export function measureFrozenOrganizations(sql: Sql, metrics: Metrics): void {
  addGauge(metrics, {
    name: 'organizations_read_only',
    help: 'Organizations that are read-only because they are being moved, without those that were erased since.',
    read: async () => (await sql.row(countFrozen, {}))?.value ?? 0,
  })
}
