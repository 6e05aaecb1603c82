import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import type { EncodedEvent } from './publisher.ts'
import type { Sql } from '../postgres/sql.ts'
import { createForwarding } from './forwarding.ts'
import type { Forwarding } from './forwarding.ts'
import { newUuid } from '../values/ids.ts'
import { createEvent } from './outbox.ts'

/** Confirms of the published batches, in their order. */
let confirms: PromiseWithResolvers<void>[]
let published: string[][]
let deleted: string[][]
let deletes: () => Promise<unknown>
let failures: unknown[]
let forwarding: Forwarding

beforeEach(() => {
  confirms = []
  published = []
  deleted = []
  deletes = () => Promise.resolve([])
  failures = []
  // A deletion of the previous test does not belong to this one.
  const here = deleted
  const run = (_: unknown, { ids }: { readonly ids: readonly string[] }) => {
    here.push([...ids].sort())
    return deletes()
  }
  forwarding = createForwarding({
    sql: { run } as unknown as Sql,
    publish(events: readonly EncodedEvent[]) {
      published.push(events.map(({ id }) => id))
      const confirm = Promise.withResolvers<void>()
      confirms.push(confirm)
      return confirm.promise
    },
    onFailure: (error) => void failures.push(error),
  })
  forwarding.open()
})

const event = createEvent({
  name: 'production-list.updated',
  orgId: 1,
  aggregate: { type: 'production-list', id: '5', sequence: 1 },
  data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
})

/** Commits this many events together; returns their ids. */
function commit(count = 1): string[] {
  const events = Array.from({ length: count }, () => ({ ...event, id: newUuid() }))
  forwarding.take(events)
  return events.map(({ id }) => id)
}

const sizes = () => published.map(({ length }) => length)

test('an event is published at once, at most two publishes run, and later events are batched', async () => {
  const ids = [commit(), commit(), commit(3), commit(2)]
  expect(published).toEqual(ids.slice(0, 2))

  confirms[1]?.resolve()
  await setImmediate()
  expect(published).toEqual([ids[0], ids[1], [...(ids[2] ?? []), ...(ids[3] ?? [])]])
})

test('at most 200 are published together', () => {
  commit(500)
  expect(sizes()).toEqual([200, 200])
})

test('rows are deleted when their events are confirmed, and together', async () => {
  const [first, second] = [commit(2), commit()]
  await setImmediate()
  expect(deleted).toEqual([])

  confirms[0]?.resolve()
  confirms[1]?.resolve()
  await forwarding.settled()
  expect(deleted).toEqual([[...first, ...second].sort()])
})

test('a failure closes it: waiting and new events stay in the table, confirmed ones are deleted', async () => {
  const [, taken] = [commit(), commit(), commit(3)]
  confirms[0]?.reject(new Error('not now'))
  await setImmediate()
  commit()
  confirms[1]?.resolve()
  await forwarding.settled()

  expect(sizes()).toEqual([1, 1])
  expect(deleted).toEqual([taken])
  expect(failures).toEqual([new Error('not now')])
})

test('nothing is published while it is closed, and events committed then are not published later', () => {
  forwarding.close()
  commit()
  forwarding.open()
  expect(published).toEqual([])
  commit()
  expect(sizes()).toEqual([1])
})

test('more than 10,000 at once are left to the table', () => {
  commit(10_001)
  expect(published).toEqual([])
  commit(10_000)
  commit(401)
  expect(sizes()).toEqual([200, 200])
})

test('a deletion that fails leaves its rows, and is reported', async () => {
  deletes = () => Promise.reject(new Error('the database is away'))
  const first = commit()
  confirms[0]?.resolve()
  await forwarding.settled()
  expect(failures).toEqual([new Error('the database is away')])

  deletes = () => Promise.resolve([])
  const second = commit()
  confirms[1]?.resolve()
  await forwarding.settled()
  expect(deleted).toEqual([first, second])
})

test('it is settled when all accepted events are published and deleted', async () => {
  const ids = [...commit(), ...commit(), ...commit(3)].sort()
  const isSettled = vi.fn<() => void>()
  const settled = forwarding.settled().then(isSettled)
  confirms[0]?.resolve()
  confirms[1]?.resolve()
  await setImmediate()
  expect(isSettled).not.toHaveBeenCalled()

  confirms[2]?.resolve()
  await settled
  expect(deleted.flat().sort()).toEqual(ids)
})
