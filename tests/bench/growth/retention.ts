import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { addMonths } from '@takeoff/webhooks/maintenance/months'
import { runMaintenance } from '@takeoff/webhooks/maintenance/run-maintenance'
import type { Times } from './measure.ts'

const RETENTION_DAYS = 90
const AUDIT_RETENTION_DAYS = 3650
const BASELINE_MS = 60_000

export interface RetentionRound {
  readonly about: string
  readonly rows: number
  readonly seconds: number
  /** Of the other requests, before and during the round. */
  readonly before: Times
  readonly during: Times
}

export interface Retention {
  readonly database: Database
  /** Sends requests until it is aborted; returns their durations. */
  readonly measureUntil: (stopping: AbortSignal) => Promise<Times>
}

/** Removes the deliveries past retention: today those of the default partition, and two months later two partitions. */
export async function measureRetention(retention: Retention): Promise<readonly RetentionRound[]> {
  const today = new Date()
  const before = await retention.measureUntil(AbortSignal.timeout(BASELINE_MS))
  const rounds: RetentionRound[] = []
  for (const [about, now] of [
    ['rows of the default partition, deleted in batches', today],
    ['two months later: partitions, dropped', addMonths(today, 2)],
  ] as const)
    rounds.push({ about, before, ...(await measureRound(retention, now)) })
  return rounds
}

async function measureRound(
  { database, measureUntil }: Retention,
  now: Date,
): Promise<Pick<RetentionRound, 'rows' | 'seconds' | 'during'>> {
  const rowsBefore = await countRows(database)
  const done = new AbortController()
  const measuring = measureUntil(done.signal)
  const from = performance.now()
  await runMaintenance(
    {
      database,
      logger: createLogger('growth', 'silent'),
      metrics: { done: ignore, deleted: ignore, dropped: ignore },
      retentionDays: RETENTION_DAYS,
      auditRetentionDays: AUDIT_RETENTION_DAYS,
    },
    { now },
  )
  const seconds = (performance.now() - from) / 1000
  done.abort()
  const during = await measuring
  return { rows: rowsBefore - (await countRows(database)), seconds, during }
}

async function countRows(database: Database): Promise<number> {
  const [row] = await database.query<{ readonly rows: string }>(
    'select (select count(*) from finished_delivery) + (select count(*) from domain_event) as rows',
  )
  return Number(row?.rows)
}

function ignore(): void {
  // These figures are measured by the rows themselves.
}
