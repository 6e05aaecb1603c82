import type { NamedMigration } from '@takeoff/kit/postgres/database-connection'
import { kitMigrations } from '@takeoff/kit/postgres/kit-migrations'
import { CreateTables } from './migrations/001-create-tables.ts'
import { Jobs } from './migrations/002-jobs.ts'
import { PriceBooks } from './migrations/003-price-books.ts'
import { Templates } from './migrations/004-templates.ts'
import { EditableLists } from './migrations/005-editable-lists.ts'
import { ListIndexes } from './migrations/006-list-indexes.ts'
import { Revisions } from './migrations/007-revisions.ts'
import { LinesMayGo } from './migrations/008-lines-may-go.ts'
import { RowSecurity } from './migrations/009-row-security.ts'
import { JobsByChange } from './migrations/010-jobs-by-change.ts'
import { MeasurementFiles } from './migrations/011-measurement-files.ts'
import { VendorCopies } from './migrations/012-vendor-copies.ts'
import { FreezableOrganizations } from './migrations/013-freezable-organizations.ts'
import { ExactCoverage } from './migrations/014-exact-coverage.ts'

/** In the order in which they run; a name never changes after it has run anywhere. */
export const migrations: readonly NamedMigration[] = [
  ...kitMigrations,
  { name: '001-create-tables', class: CreateTables },
  { name: '002-jobs', class: Jobs },
  { name: '003-price-books', class: PriceBooks },
  { name: '004-templates', class: Templates },
  { name: '005-editable-lists', class: EditableLists },
  { name: '006-list-indexes', class: ListIndexes },
  { name: '007-revisions', class: Revisions },
  { name: '008-lines-may-go', class: LinesMayGo },
  { name: '009-row-security', class: RowSecurity },
  { name: '010-jobs-by-change', class: JobsByChange },
  { name: '011-measurement-files', class: MeasurementFiles },
  { name: '012-vendor-copies', class: VendorCopies },
  { name: '013-freezable-organizations', class: FreezableOrganizations },
  { name: '014-exact-coverage', class: ExactCoverage },
]
