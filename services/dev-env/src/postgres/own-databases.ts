import { openDatabase } from '@takeoff/kit/postgres/database'
import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { OutboxMessage } from '@takeoff/kit/events/outbox'
import type { DatabaseOwner } from '../service-plans.ts'

export type OwnDatabases = Readonly<Record<DatabaseOwner, Database>>

/** Connections of the development stack itself: for its data, and to check for remaining work. */
export async function openOwnDatabases(
  stack: AsyncDisposableStack,
  urls: Readonly<Record<DatabaseOwner, string>>,
): Promise<OwnDatabases> {
  const open = async (owner: DatabaseOwner): Promise<Database> =>
    stack.use(
      await openDatabase({
        url: urls[owner],
        poolSize: 2,
        // The ORM needs an entity; only plain SQL is used.
        entities: [OutboxMessage],
        migrations: [],
        logger: createLogger('dev-env', 'silent'),
      }),
    )
  return {
    'production-lists': await open('production-lists'),
    'order-documents': await open('order-documents'),
    webhooks: await open('webhooks'),
  }
}
