import { kitMigrations } from '@takeoff/kit/postgres/kit-migrations'
import { CreateWebhooks } from './migrations/0001-webhooks.ts'
import { SplitHotFromFinished } from './migrations/0002-hot-and-finished.ts'
import { CreateWebhookCalls } from './migrations/0003-webhook-calls.ts'
import { VacuumGently } from './migrations/0004-gentle-vacuum.ts'
import { RowSecurity } from './migrations/0005-row-security.ts'
import { CreateAuditLog } from './migrations/0006-audit-log.ts'
import { FreezableOrganizations } from './migrations/0007-freezable-organizations.ts'
import { FailingPeriods } from './migrations/0008-failing-periods.ts'

/** In the order in which they run; a name or a migration that has run is never changed. */
export const migrations = [
  ...kitMigrations,
  { name: '0001-webhooks', class: CreateWebhooks },
  { name: '0002-hot-and-finished', class: SplitHotFromFinished },
  { name: '0003-webhook-calls', class: CreateWebhookCalls },
  { name: '0004-gentle-vacuum', class: VacuumGently },
  { name: '0005-row-security', class: RowSecurity },
  { name: '0006-audit-log', class: CreateAuditLog },
  { name: '0007-freezable-organizations', class: FreezableOrganizations },
  { name: '0008-failing-periods', class: FailingPeriods },
]
