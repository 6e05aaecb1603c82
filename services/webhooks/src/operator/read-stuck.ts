import type { StuckResponse } from '@takeoff/contracts/operator-api'
import type { Database } from '@takeoff/kit/postgres/database'
import { countPoison, listNewestPoison } from '../db/poison-messages.ts'
import {
  listExhaustedWebhooks,
  listLostLeases,
  listTroubledWebhooks,
  listWaitingWebhooks,
} from '../db/stuck-reads.ts'
import { readBroker } from './dead-messages.ts'
import type { BrokerAccess } from './dead-messages.ts'

const LISTED_MAX = 20
const POISON_LISTED_MAX = 5
/** A due delivery is stuck after this time. */
const WAITING_SECONDS = 60
/** Another process takes over after five seconds. */
const SILENT_SECONDS = 10

/** @param since exhausted deliveries created earlier are not counted */
export async function readStuck(
  { database, ...broker }: BrokerAccess & { readonly database: Database },
  since: Date,
): Promise<StuckResponse> {
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
    broker: await readBroker(broker),
    lostLeases: await listLostLeases(database, SILENT_SECONDS),
  }
}
