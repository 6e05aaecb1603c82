import type { Envelope } from '@takeoff/contracts/envelope'
import type { Publisher } from './bus.ts'
import type { Database } from './database.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'

const BATCH_SIZE = 200
/** Longest wait between two looks into an empty outbox; a commit of this process wakes the relay at once. */
const IDLE_MS = 250

export interface Relay extends AsyncDisposable {
  /** Call after a commit that wrote an outbox row. */
  wake(): void
}

export interface RelayOptions {
  readonly database: Database
  readonly publisher: Publisher
  readonly logger: Logger
}

/** Moves committed events from the outbox to the carrier. Several at once are safe. */
export function startRelay(options: RelayOptions): Relay {
  return startLoop({
    round: async () => (await relayBatch(options)) > 0,
    idleMs: IDLE_MS,
    onError: (error) => options.logger.warn({ err: error }, 'events wait in the outbox'),
  })
}

/**
 * Rows are whatever exists and nobody else holds, never "id greater than the last seen": commit order is
 * not id order. They are deleted only after the carrier has confirmed them.
 * @returns how many events were moved
 */
async function relayBatch({ database, publisher }: RelayOptions): Promise<number> {
  // No transaction is held open while the broker is blocked.
  if (publisher.blocked) return 0
  return database.transaction(async (sql) => {
    const rows = await sql.query<{ id: string; envelope: Envelope }>(
      'select id, envelope from outbox_message order by id limit $1 for update skip locked',
      [BATCH_SIZE],
    )
    if (rows.length === 0) return 0
    await publisher.publish(rows.map(({ envelope }) => envelope))
    await sql.query('delete from outbox_message where id = any($1::uuid[])', [
      rows.map(({ id }) => id),
    ])
    return rows.length
  })
}
