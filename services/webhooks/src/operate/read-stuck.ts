import { countMessages } from '@takeoff/kit/broker-queues'
import { isAmqp } from '@takeoff/kit/bus'
import { createLogger } from '@takeoff/kit/logger'
import { DEAD_LETTER_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/topology'
import { countPoison, listNewestPoison } from '../db/poison-messages.ts'
import {
  listExhaustedWebhooks,
  listLostLeases,
  listTroubledWebhooks,
  listWaitingWebhooks,
  readOutbox,
} from '../db/stuck-reads.ts'
import type { Places } from './places.ts'
import { reasonOf } from './unusable-error.ts'

const LISTED_MAX = 20
const POISON_LISTED_MAX = 5
/** What has waited for less is on its way. */
const WAITING_SECONDS = 60
/** A living process takes over after five. */
const SILENT_SECONDS = 10

export type Stuck = Awaited<ReturnType<typeof readStuck>>

/** @param since exhausted deliveries that are older are not counted */
export async function readStuck(places: Places, since: Date) {
  const database = await places.database()
  const outboxes = []
  for (const { service, database } of await places.outboxOwners()) {
    outboxes.push({ service, ...(await readOutbox(database, WAITING_SECONDS)) })
  }
  return {
    waiting: await listWaitingWebhooks(database, {
      overSeconds: WAITING_SECONDS,
      first: LISTED_MAX,
    }),
    troubled: await listTroubledWebhooks(database, LISTED_MAX),
    exhausted: await listExhaustedWebhooks(database, { since, first: LISTED_MAX }),
    poison: {
      count: await countPoison(database),
      newest: await listNewestPoison(database, POISON_LISTED_MAX),
    },
    broker: await readBroker(await places.eventsUrl()),
    lostLeases: await listLostLeases(database, SILENT_SECONDS),
    outboxes,
  }
}

interface BrokerState {
  readonly carrier: 'amqp' | 'http'
  /** Messages that are ready, by queue. */
  readonly queues?: Readonly<Record<string, number>>
  /** Why that is not known. */
  readonly error?: string
}

async function readBroker(url: string): Promise<BrokerState> {
  if (!isAmqp(url)) return { carrier: 'http' }
  const logger = createLogger('webhooks', 'silent')
  try {
    const queues = await countMessages(url, [WEBHOOKS_QUEUE, DEAD_LETTER_QUEUE], logger)
    return { carrier: 'amqp', queues }
  } catch (error) {
    return { carrier: 'amqp', error: `${new URL(url).host}: ${reasonOf(error)}` }
  }
}
