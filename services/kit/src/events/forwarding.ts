import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@takeoff/contracts/envelope'
import { encodeEvent } from './publisher.ts'
import type { EncodedEvent } from './publisher.ts'
import type { Sql } from '../postgres/database.ts'

/** Most events published together. */
const BATCH_MAX = 200
/** Publishes under way at once; what is committed meanwhile goes together with the next. */
const UNDER_WAY_MAX = 2
/** More than a second's worth of a busy service; the table holds the rest. */
const WAITING_MAX = 10_000
/** Rows are deleted together: one alone costs the database as much as a hundred. */
const DELETE_EVERY_MS = 20

/** The way of events from a commit to the carrier that does not read them from the table again. */
export interface Forwarding {
  /** From now on events leave as they come. */
  open(): void
  /** What waits and what comes is left to the table. */
  close(): void
  /** Takes events whose commit is known. */
  take(events: readonly Envelope[]): void
  /** Resolves when nothing waits or is under way. */
  settled(): Promise<void>
}

/** What forwards committed events from memory, and where to. */
export interface ForwardingOptions {
  /** Where the outbox is. */
  readonly sql: Sql
  /** Resolves when all of them are safe on the other side. */
  readonly publish: (events: readonly EncodedEvent[]) => Promise<void>
  /** Events are left in the table; the forwarding has closed itself. */
  readonly onFailure: (error: unknown) => void
}

/** Closed at first. A row goes only after its event was confirmed, so nothing hangs on this memory. */
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
      await sql.query(DELETE, [ids.splice(0)]).catch(onFailure)
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

/** Commits without a flush: an event whose row a crash of the database brings back is told twice, and known. */
const DELETE = `
with deleted as (delete from outbox_message where id = any($1::uuid[]))
select set_config('synchronous_commit', 'off', true)`
