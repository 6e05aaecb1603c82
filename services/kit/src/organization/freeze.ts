import { setTimeout as delay } from 'node:timers/promises'
import { say } from '../operator/operator-program.ts'
import { hasOrganizationSql } from '../postgres/row-access.ts'
import { MoveError } from './move-error.ts'
import { quoted } from './moved-tables.ts'
import type { OwnerSession } from './owner-session.ts'

const LOOK_EVERY_MS = 100

/** Conditions on rows of work that has begun and must end before they are exported, by table. */
export type UnderWay = Readonly<Record<string, string>>

/** How long ends of other work are awaited. */
export interface Waiting {
  readonly waitSeconds: number
}

/** Transactions that have written, or are about to, and hold a lock of their table since before. */
const SELECT_WRITERS = `
  select distinct l.pid || ' ' || l.virtualtransaction as id
  from pg_locks l join pg_class c on c.oid = l.relation
  where l.locktype = 'relation' and l.granted and l.mode like '%Exclusive%' and l.mode <> 'ShareUpdateExclusiveLock'
    and l.database = (select oid from pg_database where datname = current_database()) and l.pid <> pg_backend_pid()
    and c.relnamespace = current_schema()::regnamespace and (c.relname = 'outbox_message'
      or ${hasOrganizationSql})`

/** Makes an organization read-only for callers. */
export async function freeze({ rows }: OwnerSession, orgId: number): Promise<void> {
  await rows('insert into frozen_organization (id) values ($1) on conflict do nothing', [orgId])
}

/**
 * When it returns, no transaction that began before `freeze` can change the organization any more: one without a lock
 * on its tables takes it later, and then sees that the organization is frozen.
 */
export async function waitForWriters(session: OwnerSession, waiting: Waiting): Promise<void> {
  let before = await writers(session)
  await waitUntil(waiting, async () => {
    const now = new Set(await writers(session))
    before = before.filter((writer) => now.has(writer))
    return before.length === 0 ? undefined : `${before.length} transactions have not ended`
  })
}

async function writers({ rows }: OwnerSession): Promise<string[]> {
  return (await rows<{ readonly id: string }>(SELECT_WRITERS)).map(({ id }) => id)
}

/**
 * Callers may change the organization again, and work in the background goes on. Returns whether it was frozen.
 * @param whenThawed SQL that runs in the same transaction
 */
export async function thaw(
  { rows, transaction }: OwnerSession,
  orgId: number,
  whenThawed?: string,
): Promise<boolean> {
  return transaction('begin', async () => {
    const found = await rows('delete from frozen_organization where id = $1 returning 1', [orgId])
    if (found.length > 0 && whenThawed !== undefined) await rows(whenThawed, [orgId])
    return found.length > 0
  })
}

/** Waits for the ends of work that has begun for the organization, and until its events are published. */
export async function waitForEnds(
  { rows }: OwnerSession,
  orgId: number,
  underWay: UnderWay,
  waiting: Waiting,
): Promise<void> {
  const conditions = Object.entries({
    ...underWay,
    outbox_message: `(envelope ->> 'orgId')::int = ${orgId}`,
  }).map(([table, condition]) => {
    const own = table === 'outbox_message' ? '' : `org_id = ${orgId} and `
    return [
      table,
      `select count(*)::int as count from ${quoted(table)} where ${own}${condition}`,
    ] as const
  })
  await waitUntil(waiting, async () => {
    for (const [table, select] of conditions) {
      const [row] = await rows<{ readonly count: number }>(select)
      if (row !== undefined && row.count > 0) return `${row.count} rows of ${table} are under way`
    }
    return undefined
  })
}

/**
 * @param look returns what is still awaited
 * @throws MoveError when it has not ended
 */
async function waitUntil(waiting: Waiting, look: () => Promise<string | undefined>): Promise<void> {
  const awaited = await stillAwaited(waiting, look)
  if (awaited !== undefined) throw new MoveError(`${awaited} after ${waiting.waitSeconds} seconds.`)
}

/** Waits until nothing is awaited, and returns what still is at the end. */
export async function stillAwaited(
  { waitSeconds }: Waiting,
  look: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const until = performance.now() + waitSeconds * 1_000
  let said: string | undefined
  for (;;) {
    const awaited = await look()
    if (awaited === undefined || performance.now() > until) return awaited
    if (awaited !== said) say(`waiting: ${awaited}`)
    said = awaited
    await delay(LOOK_EVERY_MS)
  }
}
