import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { waitFor } from '@takeoff/dev-env/wait-for'
import type { Database } from '@takeoff/kit/postgres/database'
import { CommitUnknownError } from '@takeoff/kit/values/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrimary } from '../cluster/postgres-node.ts'
import type { PostgresNode } from '../cluster/postgres-node.ts'

const WRITERS = 4
/** How long reads and writes may be interrupted, from the moment when the new primary takes writes. */
const READS_MS = 2_000
const WRITES_MS = 5_000
/** Ends a wait for what does not happen, so that the test fails with its reason and stops its writers. */
const LIMIT_MS = 30_000

let folder: string
let primary: PostgresNode
let standby: PostgresNode
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'takeoff-failover-'))
  primary = await startPrimary(path.join(folder, 'one'))
  await primary.query('create table written (id text primary key)')
  standby = await primary.addStandby({ synchronous: true })
  database = await openPlainDatabase(
    `${primary.urlOf('postgres', standby)}?target_session_attrs=read-write`,
    WRITERS + 1,
  )
})

afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await Promise.all([primary, standby].map((node) => node[Symbol.asyncDispose]()))
  await rm(folder, { recursive: true, force: true })
})

const faults: Record<string, (node: PostgresNode) => Promise<void>> = {
  'is killed': (node) => node.stop('SIGKILL'),
  'falls silent': (node) => node.freeze(),
  'is stopped in order': (node) => node.stop('SIGINT'),
}

describe('when the primary', () => {
  test.each(Object.entries(faults))(
    '%s and the standby is promoted, no acknowledged write is lost, and requests go on',
    async (name, fail) => {
      await using writing = startWriting(name)
      await writing.acknowledged(20)

      await fail(primary)
      await standby.promote()
      const promotedAt = performance.now()
      const readAfterMs = await untilSuccess(promotedAt, () => database.query('select 1'))
      await writing.acknowledged(20)
      const wroteAfterMs = performance.now() - promotedAt
      await writing.stop()

      const rows = await standby.query('select id from written')
      const written = new Set(rows.map((row) => (row as { id: string }).id))
      expect([...writing.done].filter((id) => !written.has(id))).toEqual([])
      expect(writing.refused.filter((id) => written.has(id))).toEqual([])
      expect(readAfterMs).toBeLessThan(READS_MS)
      expect(wroteAfterMs).toBeLessThan(WRITES_MS)

      await comeBack()
    },
  )
})

/** The old primary becomes the standby of the new one. */
async function comeBack(): Promise<void> {
  await primary[Symbol.asyncDispose]()
  const returned = await standby.addStandby({ synchronous: true, replaces: primary })
  primary = standby
  standby = returned
}

/** Writes rows, each under an id of its own, until it is stopped. */
function startWriting(name: string) {
  const done = new Set<string>()
  const refused: string[] = []
  const stopping = new AbortController()
  const write = async (id: string): Promise<void> => {
    try {
      await database.transaction((sql) => sql.query('insert into written values ($1)', [id]))
      done.add(id)
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) refused.push(id)
      // A closed database refuses at once: without a pause the loop would let nothing else run.
      await delay(5)
    }
  }
  const writeOn = async (writer: number): Promise<void> => {
    for (let row = 0; !stopping.signal.aborted; row += 1) await write(`${name} ${writer} ${row}`)
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => writeOn(writer))
  const stop = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(writers)
  }
  return {
    done,
    refused,
    stop,
    [Symbol.asyncDispose]: stop,
    /** Resolves when so many more rows are acknowledged. */
    async acknowledged(count: number): Promise<void> {
      const goal = done.size + count
      await waitFor(() => (done.size < goal ? undefined : true), {
        what: `${count} more acknowledged rows`,
        limitMs: LIMIT_MS,
        intervalMs: 5,
      })
    },
  }
}

async function untilSuccess(since: number, work: () => Promise<unknown>): Promise<number> {
  const succeeds = () => work().catch(() => undefined)
  await waitFor(succeeds, { what: 'a read', limitMs: LIMIT_MS, intervalMs: 5 })
  return performance.now() - since
}
