import type { FileHandle } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@takeoff/kit/database'
import type { Database, Transaction } from '@takeoff/kit/database'
import { createLogger } from '@takeoff/kit/logger'
import { createEvent, insertOutbox, OutboxMessage } from '@takeoff/kit/outbox'
import { findListState } from '@takeoff/production-lists/db/lists/list-state-reads'
import { insertList, updateList, withIds } from '@takeoff/production-lists/db/lists/save-list'
import { insertRevision } from '@takeoff/production-lists/db/lists/save-revision'
import { diffableList } from '@takeoff/production-lists/domain/lists/diffable-list'
import { diffLists, emptyDiff } from '@takeoff/production-lists/domain/lists/list-diff'
import type { ListState } from '@takeoff/production-lists/domain/lists/list-state'
import { LIST_CREATED, LIST_UPDATED } from '../e2e/support/webhooks.ts'

const PRODUCERS = 6
/** One event in so many is an update, of a list that was created just before. */
const UPDATE_EVERY = 10
const TRY_AGAIN_MS = 100
/** Longer than PostgreSQL takes to recover. */
const PATIENCE_MS = 60_000

export interface ProducerOptions {
  /** Database of production-lists. */
  readonly url: string
  /** Every produced list is like this one. */
  readonly model: ListState
  readonly userId: number
  readonly events: number
  /** The events are spread over it; what a fault holds up is caught up with. */
  readonly seconds: number
  /** Takes a line for each event, once its commit was acknowledged. */
  readonly file: FileHandle
}

/** What tells an event from all others at a receiver, whose payload names a list and nothing else. */
export function keyOf(event: string, listId: unknown): string {
  return `${event} ${String(listId)}`
}

/**
 * Commits events as the service does, the rows of its business and the outbox in one transaction, but
 * without its relay at hand. Resolves with the keys whose commit was not acknowledged: nobody knows of them.
 */
export async function produce(options: ProducerOptions): Promise<Set<string>> {
  await using database = await openDatabase({
    url: options.url,
    poolSize: PRODUCERS,
    // The ORM needs an entity; only plain SQL is used.
    entities: [OutboxMessage],
    migrations: [],
    logger: createLogger('test', 'silent'),
  })
  const work: Work = { options, database, begun: 0, created: [], unknown: new Set() }
  const startedAt = performance.now()
  const producer = async (): Promise<void> => {
    while (work.begun < options.events) {
      work.begun += 1
      const due = startedAt + (work.begun / options.events) * options.seconds * 1000
      await delay(Math.max(0, due - performance.now()))
      await produceOne(work, work.begun % UPDATE_EVERY === 0)
    }
  }
  await Promise.all(Array.from({ length: PRODUCERS }, producer))
  return work.unknown
}

interface Work {
  readonly options: ProducerOptions
  readonly database: Database
  begun: number
  /** Lists that no update was tried on. */
  readonly created: number[]
  readonly unknown: Set<string>
}

/** One event, however many tries it takes. */
async function produceOne(work: Work, isUpdate: boolean): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const listId = isUpdate ? work.created.pop() : undefined
    const tried: { key?: string } = {}
    try {
      const listOfEvent = await work.database.transaction((sql) =>
        listId === undefined ? create(sql, work, tried) : update(sql, work, { listId, tried }),
      )
      await work.options.file.appendFile(`${tried.key} ${Date.now()}\n`)
      if (listId === undefined) work.created.push(listOfEvent)
      return
    } catch (error) {
      if (performance.now() > until) throw error
      // The database is away. Whether it has committed the transaction, only the receivers will tell.
      if (tried.key !== undefined) work.unknown.add(tried.key)
      await delay(TRY_AGAIN_MS)
    }
  }
}

async function create(
  sql: Transaction,
  { options }: Work,
  tried: { key?: string },
): Promise<number> {
  const list = await withIds(sql, { ...options.model, id: 0, version: 1, items: [] })
  const at = new Date()
  tried.key = keyOf(LIST_CREATED, list.id)
  await insertList(sql, list, { userId: options.userId, at })
  await insertRevision(sql, {
    ...revisionOf(list, options, at),
    action: 'created',
    diff: emptyDiff,
  })
  await insertOutbox(sql, createEvent({ name: 'production-list.created', ...eventOf(list) }))
  return list.id
}

async function update(
  sql: Transaction,
  { options }: Work,
  { listId, tried }: { readonly listId: number; readonly tried: { key?: string } },
): Promise<number> {
  const before = await findListState(sql, { id: listId, orgIds: [options.model.orgId], lock: true })
  if (before === undefined) throw new Error(`list ${listId} is gone`)
  const after = { ...before, name: 'Updated', version: before.version + 1 }
  const at = new Date()
  tried.key = keyOf(LIST_UPDATED, listId)
  await updateList(sql, { before, after, userId: options.userId, at })
  const diff = diffLists(diffableList(before), diffableList(after))
  await insertRevision(sql, { ...revisionOf(after, options, at), action: 'updated', diff })
  await insertOutbox(sql, createEvent({ name: 'production-list.updated', ...eventOf(after) }))
  return listId
}

function revisionOf({ orgId, id, version }: ListState, { userId }: ProducerOptions, at: Date) {
  return { orgId, listId: id, version, userId, createdAt: at }
}

function eventOf({ orgId, id, version, salesOpportunityId, jobId }: ListState) {
  return {
    orgId,
    aggregate: { type: 'production-list' as const, id: String(id), sequence: version },
    data: { productionListId: id, salesOpportunityId, jobId },
  }
}
