import { openDatabase } from '@takeoff/kit/postgres/database'
import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { entities } from '@takeoff/webhooks/db/entities'
import { migrations } from '@takeoff/webhooks/db/migrations'
import { claimDeliveries } from '@takeoff/webhooks/deliveries/leases/claim-deliveries'
import type { Claim } from '@takeoff/webhooks/deliveries/leases/claim-deliveries'
import { writeResults } from '@takeoff/webhooks/deliveries/results/write-results'
import { PLANNER } from '@takeoff/webhooks/db/planner'
import { LEASE_HOLDER } from '../../../services/webhooks/tests/support/lease-holder.ts'
import { cpuBetween, readCpu } from '../cpu.ts'
import { printCpu } from './print-cpu.ts'
import type { Durations } from '../durations.ts'
import { printDelays } from './print-delays.ts'
import type { Stage } from './stage.ts'

const ROWS = 1_000_000
const WEBHOOKS = 1_000
const ROWS_AT_ONCE = 100_000
const CLAIMS = 2_500
/** Free slots when the engine claims: a few when it is busy, all when it starts. */
const FREE_PLACES = [16, 64, 512]
const logger = createLogger('claim', 'warn')

/** How long a claim takes while a million deliveries are pending and others are finished. */
export async function benchClaim(stage: Stage, _durations: Durations): Promise<void> {
  console.log(
    `claim with ${ROWS} pending deliveries of ${WEBHOOKS} subscriptions, half of them due`,
  )
  await using database = await openDatabase({
    url: await stage.postgres.createDatabase('webhooks_claim'),
    poolSize: 4,
    entities,
    migrations,
    logger,
    settings: PLANNER,
  })
  await database.migrate()
  for (const statement of FILL) await database.query(statement)
  for (let rows = 0; rows < ROWS; rows += ROWS_AT_ONCE) await database.query(ADD_ROWS)
  await database.query('vacuum analyze')
  const watched = { postgres: stage.pids.postgres }
  for (const limit of FREE_PLACES) {
    const before = readCpu(watched)
    const { durationsMs, claimed } = await claimAndFinish(database, limit)
    printDelays(
      `${limit} free places, ${(claimed / CLAIMS).toFixed(1)} deliveries a claim`,
      durationsMs,
    )
    printCpu(cpuBetween(before, readCpu(watched)), claimed)
  }
  console.log()
}

/** Claims as the engine does: the results of one claim are written during the next one. */
async function claimAndFinish(
  database: Database,
  limit: number,
): Promise<{ durationsMs: Float64Array; claimed: number }> {
  const durationsMs = new Float64Array(CLAIMS)
  let after = 0
  let claimed = 0
  let writing = Promise.resolve()
  for (let index = 0; index < CLAIMS; index += 1) {
    const from = performance.now()
    const claim = await claimDeliveries(database, { holder: LEASE_HOLDER, after, limit })
    durationsMs[index] = performance.now() - from
    after = claim.next
    claimed += claim.deliveries.length
    await writing
    writing = finish(database, claim)
  }
  await writing
  return { durationsMs, claimed }
}

async function finish(database: Database, { deliveries }: Claim): Promise<void> {
  if (deliveries.length === 0) return
  const at = new Date()
  await writeResults(
    { database, logger },
    deliveries.map(({ id, fence, target }) => ({
      webhookId: target.webhookId,
      deliveryId: id,
      fence,
      url: target.url,
      at,
      decision: { kind: 'delivered' },
      durationMs: 5,
      statusCode: 204,
      responseBody: undefined,
    })),
  )
}

const FILL = [
  `insert into webhook (org_id, url, created_at, updated_at, verified_at, verification_code,
     verification_code_hash, verification_expires_at)
   select n, 'http://127.0.0.1:9/' || n, now(), now(), now(), '', n::text, now()
   from generate_series(1, ${WEBHOOKS}) n`,
  `insert into webhook_secret (webhook_id, org_id, sealed, created_at)
   select n, n, 'sealed', now() from generate_series(1, ${WEBHOOKS}) n`,
  `insert into domain_event (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
   select uuidv7(), n, 'production-list.created', now(), now(), 'production-list', n, 1,
     '{"productionListId": 28001, "salesOpportunityId": 4711, "jobId": 4711}'
   from generate_series(1, ${WEBHOOKS}) n`,
]

/** Due times from an hour ago to an hour ahead, in random order. */
const ADD_ROWS = `insert into delivery (webhook_id, id, org_id, event, domain_event_id, created_at, due_at)
   select e.org_id, uuidv7(), e.org_id, 'project-management-production-list-created', e.id, now(),
     now() + (random() - 0.5) * interval '2 hours'
   from generate_series(1, ${ROWS_AT_ONCE / WEBHOOKS}) n cross join domain_event e`
