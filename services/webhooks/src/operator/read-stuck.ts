import { sql as raw } from 'kysely'
import type {
  StuckResponse,
  TroubledWebhook,
  WaitingWebhook,
} from '@takeoff/contracts/operator-api'
import type { Database } from '@takeoff/kit/postgres/database'
import { float8, int4, nullable, some, text } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { OLDEST_DUE } from '../db/leases.ts'
import { countPoison, listNewestPoison } from '../db/poison-messages.ts'
import { plainStatement, statement } from '../db/statements.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { readBroker } from './dead-messages.ts'
import type { BrokerAccess } from './dead-messages.ts'

const LISTED_MAX = 20
const POISON_LISTED_MAX = 5
/** A due delivery is stuck after this time. */
const WAITING_SECONDS = 60
/** Another process takes over after five seconds. */
const SILENT_SECONDS = 10

/** Oldest first, without those of an organization that is being moved: they wait for its move. */
const selectWaiting = plainStatement(
  {
    webhookId: int4,
    orgId: int4,
    url: text,
    oldestSeconds: float8,
    heldBy: nullable(some<NonNullable<WaitingWebhook['heldBy']>>(text)),
    due: int4,
  },
  ($: Params<{ readonly overSeconds: number; readonly first: number }>) => raw`
with recursive ${OLDEST_DUE}, longest as (
  select * from oldest where seconds >= ${$.overSeconds} order by seconds desc limit ${$.first}::int
)
select id as "webhookId", org_id as "orgId", url, seconds as "oldestSeconds", held_by as "heldBy",
  (select count(*)::int from delivery d where d.webhook_id = l.id and d.due_at <= now()) as due
from longest l order by seconds desc`,
)

/** Latest failure first. */
const selectTroubled = plainStatement(
  {
    webhookId: int4,
    orgId: int4,
    url: text,
    state: some<TroubledWebhook['state']>(text),
    lastError: nullable(text),
    seconds: float8,
    waiting: int4,
  },
  ($: Params<{ readonly first: number }>) => raw`
    with troubled as (
      select id, org_id, url, last_error, coalesce(disabled_at, failing_since, updated_at) as since,
        case when disabled_at is not null then 'disabled' when paused_until > now() then 'paused'
          else 'failing' end as state
      from webhook
      where disabled_at is not null or paused_until > now() or failing_since is not null
      order by since desc limit ${$.first}
    )
    select id as "webhookId", org_id as "orgId", url, state, last_error as "lastError",
      extract(epoch from now() - since)::float8 as seconds,
      (select count(*)::int from delivery d where d.webhook_id = t.id) as waiting
    from troubled t order by since desc`,
)

/** Most exhausted deliveries first. */
const selectExhausted = plainStatement(
  { webhookId: int4, orgId: int4, url: text, failed: int4, newestSeconds: float8 },
  ($: Params<{ readonly sinceId: string; readonly first: number }>) => raw`
    select w.id as "webhookId", w.org_id as "orgId", w.url, f.failed,
      extract(epoch from now() - f.newest)::float8 as "newestSeconds"
    from webhook w cross join lateral (
      select count(*)::int as failed, max(f.finished_at) as newest from finished_delivery f
      where f.webhook_id = w.id and f.state = 'failed' and f.id >= ${$.sinceId}::uuid
        and f.event <> ${raw.lit(VERIFICATION_EVENT)}
    ) f
    where f.failed > 0 order by f.failed desc, w.id limit ${$.first}`,
)

const selectLostLeases = statement((db, $: Params<{ readonly silentSeconds: number }>) =>
  db
    .selectFrom('delivery as d')
    .leftJoin('worker as w', 'w.id', 'd.worker')
    .where('d.worker', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('w.id', 'is', null),
        eb('w.seenAt', '<', raw<Date>`now() - ${$.silentSeconds} * interval '1 second'`),
      ]),
    )
    .groupBy('d.worker')
    .orderBy('d.worker')
    .select((eb) => [
      column('worker', int4, eb.ref('d.worker')),
      column('leases', int4, raw`count(*)::int`),
      column(
        'silentSeconds',
        nullable(float8),
        raw`extract(epoch from now() - ${eb.fn.max('w.seenAt')})::float8`,
      ),
    ]),
)

/** @param since exhausted deliveries created earlier are not counted */
export async function readStuck(
  { database, ...broker }: BrokerAccess & { readonly database: Database },
  since: Date,
): Promise<StuckResponse> {
  const first = LISTED_MAX
  return {
    waiting: await database.rows(selectWaiting, { overSeconds: WAITING_SECONDS, first }),
    troubled: await database.rows(selectTroubled, { first }),
    exhausted: await database.rows(selectExhausted, { sinceId: firstUuidOf(since), first }),
    poison: {
      count: await countPoison(database),
      newest: await listNewestPoison(database, POISON_LISTED_MAX),
    },
    broker: await readBroker(broker),
    lostLeases: await database.rows(selectLostLeases, { silentSeconds: SILENT_SECONDS }),
  }
}
