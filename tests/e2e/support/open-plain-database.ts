import { openDatabase } from '@takeoff/kit/postgres/database'
import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { OutboxMessage } from '@takeoff/kit/events/outbox'

/** A service's database, for plain SQL. */
export function openPlainDatabase(url: string): Promise<Database> {
  return openDatabase({
    url,
    poolSize: 1,
    // The ORM needs an entity.
    entities: [OutboxMessage],
    migrations: [],
    logger: createLogger('test', 'silent'),
  })
}
