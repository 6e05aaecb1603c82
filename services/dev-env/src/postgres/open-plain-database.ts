import { OutboxMessage } from '@takeoff/kit/events/outbox'
import { openDatabase } from '@takeoff/kit/postgres/database'
import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'

/** Opens a database for plain SQL, which needs neither entities nor migrations. */
export function openPlainDatabase(url: string, poolSize = 2): Promise<Database> {
  return openDatabase({
    url,
    poolSize,
    // The ORM needs an entity.
    entities: [OutboxMessage],
    migrations: [],
    logger: createLogger('plain-sql', 'silent'),
  })
}
