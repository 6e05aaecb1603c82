import type { Database } from '@takeoff/kit/postgres/database'
import type { DatabaseOwner } from '../service-plans.ts'
import { openPlainDatabase } from './open-plain-database.ts'

export type OwnDatabases = Readonly<Record<DatabaseOwner, Database>>

/** Connections of the development stack itself: for its data, and to check for remaining work. */
export async function openOwnDatabases(
  stack: AsyncDisposableStack,
  urls: Readonly<Record<DatabaseOwner, string>>,
): Promise<OwnDatabases> {
  const open = async (owner: DatabaseOwner): Promise<Database> =>
    stack.use(await openPlainDatabase(urls[owner]))
  return {
    'production-lists': await open('production-lists'),
    'order-documents': await open('order-documents'),
    webhooks: await open('webhooks'),
  }
}
