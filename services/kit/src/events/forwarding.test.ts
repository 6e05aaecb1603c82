import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import type { EncodedEvent } from './publisher.ts'
import type { Sql } from '../postgres/database.ts'
import { createForwarding } from './forwarding.ts'
import type { Forwarding } from './forwarding.ts'
import { newUuid } from '../values/ids.ts'
import { createEvent } from './outbox.ts'

/** Answers to what was published, in its order. */
let answers: PromiseWithResolvers<void>[]
let published: string[][]
let deleted: string[][]
let deletes: () => Promise<unknown>
let failures: unknown[]
let forwarding: Forwarding

beforeEach(() => {
  answers = []
  published = []
  deleted = []
  deletes = () => Promise.resolve([])
  failures = []
  // A deletion of the test before is not of this one.
  const here = deleted
  const query = (_: unknown, [ids]: readonly string[][]) => {
    here.push([...(ids ?? [])].sort())
    return deletes()
  }
  forwarding = createForwarding({
    sql: { query } as unknown as Sql,
    publish(events: readonly EncodedEvent[]) {
      published.push(events.map(({ id }) => id))
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      return answer.promise
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

/** Commits so many together; their ids. */
function commit(count = 1): string[] {
  const events = Array.from({ length: count }, () => ({ ...event, id: newUuid() }))
  forwarding.take(events)
  return events.map(({ id }) => id)
}

const sizes = () => published.map(({ length }) => length)

test('an event leaves at once, two publishes are under way at most, and what comes meanwhile goes together', async () => {
  const ids = [commit(), commit(), commit(3), commit(2)]
  expect(published).toEqual(ids.slice(0, 2))

  answers[1]?.resolve()
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

  answers[0]?.resolve()
  answers[1]?.resolve()
  await forwarding.settled()
  expect(deleted).toEqual([[...first, ...second].sort()])
})

test('a failure closes it: what waits and what comes stays in the table, what was under way is deleted', async () => {
  const [, taken] = [commit(), commit(), commit(3)]
  answers[0]?.reject(new Error('not now'))
  await setImmediate()
  commit()
  answers[1]?.resolve()
  await forwarding.settled()

  expect(sizes()).toEqual([1, 1])
  expect(deleted).toEqual([taken])
  expect(failures).toEqual([new Error('not now')])
})

test('nothing leaves while it is closed, and what was committed then does not leave later', () => {
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

test('a deletion that fails leaves its rows, and is told', async () => {
  deletes = () => Promise.reject(new Error('the database is away'))
  const first = commit()
  answers[0]?.resolve()
  await forwarding.settled()
  expect(failures).toEqual([new Error('the database is away')])

  deletes = () => Promise.resolve([])
  const second = commit()
  answers[1]?.resolve()
  await forwarding.settled()
  expect(deleted).toEqual([first, second])
})

test('it is settled when all that it took has left and is deleted', async () => {
  const ids = [...commit(), ...commit(), ...commit(3)].sort()
  const isSettled = vi.fn<() => void>()
  const settled = forwarding.settled().then(isSettled)
  answers[0]?.resolve()
  answers[1]?.resolve()
  await setImmediate()
  expect(isSettled).not.toHaveBeenCalled()

  answers[2]?.resolve()
  await settled
  expect(deleted.flat().sort()).toEqual(ids)
})
