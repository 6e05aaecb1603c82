import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'amqplib'
import { openDatabase } from '@takeoff/kit/postgres/database'
import { kitMigrations } from '@takeoff/kit/postgres/kit-migrations'
import { createLogger } from '@takeoff/kit/service/logger'
import { OutboxMessage } from '@takeoff/kit/events/outbox'
import { BARE_EXCHANGE } from './bare-queue.ts'
import { serveMethods } from '../methods.ts'

/** Outbox → broker and nothing else: no timeouts, no returned messages, no blocked broker, no reconnection. */
const BATCH = 500
const IDLE_MS = 2

const methods = {
  async open({ databaseUrl, amqpUrl }: { databaseUrl: string; amqpUrl: string }): Promise<void> {
    const database = await openDatabase({
      url: databaseUrl,
      poolSize: 2,
      entities: [OutboxMessage],
      migrations: kitMigrations,
      logger: createLogger('bare-relay', 'warn'),
    })
    const channel = await (await connect(amqpUrl)).createConfirmChannel()
    const move = (): Promise<number> =>
      database.transaction(async (sql) => {
        const rows = await sql.query<{ envelope: string }>(
          `delete from outbox_message where id = any(array(
             select id from outbox_message order by id limit ${BATCH} for update skip locked))
           returning envelope::text as envelope`,
        )
        for (const { envelope } of rows) {
          channel.publish(BARE_EXCHANGE, '', Buffer.from(envelope), { persistent: true })
        }
        if (rows.length > 0) await channel.waitForConfirms()
        return rows.length
      })
    void (async () => {
      for (;;) if ((await move()) === 0) await sleep(IDLE_MS)
    })()
  },
}

export type BareRelayMethods = typeof methods

serveMethods(methods)
