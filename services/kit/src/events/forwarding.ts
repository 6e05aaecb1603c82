import { sql as raw } from 'kysely'
import { plainStatement } from './outbox-statements.ts'
import { text } from '../postgres/sql-types.ts'
import type { Params } from '../postgres/statement.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@takeoff/contracts/audit-record'
import { encodeEvent } from './publisher.ts'
import type { EncodedEvent } from './publisher.ts'
import type { Sql } from '../postgres/sql.ts'

/** Maximum events published together. */
const BATCH_MAX = 200
/** Concurrent publishes; events committed meanwhile are published together by the next. */
const UNDER_WAY_MAX = 2
/** Maximum events in memory: more than a second of a busy service; the table holds the rest. */
const WAITING_MAX = 10_000
/** Rows are deleted together: one alone costs the database as much as a hundred. */
const DELETE_EVERY_MS = 20

/** Publishes events after their commit without reading them from the table again. */
export interface Forwarding {
  /** From now on events are published as they are committed. */
  open(): void
  /** Waiting and new events stay in the table. */
  close(): void
  /** Accepts events whose commit is known. */
  take(events: readonly Message[]): void
  /** Resolves when no event waits or is being published. */
  settled(): Promise<void>
}

/** The outbox and the publisher of a forwarding. */
export interface ForwardingOptions {
  /** Database of the outbox. */
  readonly sql: Sql
  /** Resolves when all of the events are confirmed. */
  readonly publish: (events: readonly EncodedEvent[]) => Promise<void>
  /**
   * Called when events stay in the table: they were not published, and the forwarding has closed itself; or they were, and
   * could not be deleted.
   */
  readonly onFailure: (error: unknown) => void
}

/** Closed at first. A row is deleted only after its event was confirmed, so losing this memory loses no event. */
export function createForwarding({ sql, publish, onFailure }: ForwardingOptions): Forwarding {
  const waiting: EncodedEvent[] = []
  const underWay = new Set<Promise<void>>()
  const deletion = createDeletion(sql, onFailure)
  let isOpen = false

  const close = (): void => {
    isOpen = false
    waiting.length = 0
  }
  const forward = async (events: readonly EncodedEvent[]): Promise<void> => {
    try {
      await publish(events)
      deletion.add(events)
    } catch (error) {
      close()
      onFailure(error)
    }
  }
  const goOn = (): void => {
    while (waiting.length > 0 && underWay.size < UNDER_WAY_MAX) {
      const ended = forward(waiting.splice(0, BATCH_MAX)).finally(() => {
        underWay.delete(ended)
        goOn()
      })
      underWay.add(ended)
    }
  }

  return {
    open: () => void (isOpen = true),
    close,
    take(events) {
      if (!isOpen || waiting.length + events.length > WAITING_MAX) return
      waiting.push(...events.map(encodeEvent))
      goOn()
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
      await deletion.settled()
    },
  }
}

function createDeletion(sql: Sql, onFailure: (error: unknown) => void) {
  const ids: string[] = []
  let working: Promise<void> | undefined

  const work = async (): Promise<void> => {
    while (ids.length > 0) {
      await sleep(DELETE_EVERY_MS)
      await sql.run(deleteEvents, { ids: ids.splice(0) }).catch(onFailure)
    }
    working = undefined
  }
  return {
    add(events: readonly EncodedEvent[]): void {
      for (const { id } of events) ids.push(id)
      working ??= work()
    },
    settled: () => working ?? Promise.resolve(),
  }
}

/** Commits without a flush: a crash of the database may restore a row, and receivers recognise the repeated event. */
const deleteEvents = plainStatement(
  { setConfig: text },
  ($: Params<{ readonly ids: readonly string[] }>) => raw`
    with deleted as (delete from outbox_message where id = any(${$.ids}::uuid[]))
    select set_config('synchronous_commit', 'off', true) as "setConfig"`,
)
