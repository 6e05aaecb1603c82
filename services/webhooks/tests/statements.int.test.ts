import { testStatements } from '@takeoff/kit/testing/statement-violations'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

/** Files with a statement without a condition on the organization, once for each, by the reason. */
const EXCEPTIONS = {
  'the engine delivers for all organizations': [
    'deliveries/cancel/cancel-deliveries.ts',
    'deliveries/leases/claim-deliveries.ts',
    'deliveries/leases/release-leases.ts',
    'deliveries/leases/worker-registry.ts',
    'deliveries/leases/worker-registry.ts',
    'deliveries/ordering/promote-heads.ts',
    'deliveries/ordering/promote-heads.ts',
    'deliveries/results/write-results.ts',
    'ingest/ingest-parsed.ts',
    'maintenance/trim-audit-log.ts',
  ],
  'the organization is in the audit record': ['audit/append-records.ts', 'audit/append-records.ts'],
  'metrics and operators see all organizations': [
    'audit/audit-reads.ts',
    'db/backlog.ts',
    'db/backlog.ts',
    'db/event-sequences.ts',
    'operator/read-stuck.ts',
    'operator/read-stuck.ts',
    'operator/read-stuck.ts',
    'operator/read-stuck.ts',
    'operator/requeue-failed.ts',
  ],
  'an operator erases a job, whose id no other organization has': ['db/erased-rows.ts'],
  'an operator seals the texts of all organizations anew': ['db/sealed-columns.ts'],
  'the subscription was read with the organization before': [
    'subscriptions/restart-waiting.ts',
    'subscriptions/restart-waiting.ts',
    'subscriptions/release-parked.ts',
    'subscriptions/requeue-finished.ts',
    'subscriptions/requeue-finished.ts',
    'subscriptions/requeue-finished.ts',
    'subscriptions/rotate-secret.ts',
  ],
}

await testStatements('webhooks', { entities, migrations }, EXCEPTIONS)
