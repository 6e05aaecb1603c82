import { beforeEach, expect, test } from 'vitest'
import { CommittedEvents } from './committed-events.ts'
import { createLogger } from '../service/logger.ts'
import { createEvent } from '../events/outbox.ts'
import { currentRequest } from '../http/request-scope.ts'
import { countingStatements } from '../testing/counting-statements.ts'

const event = createEvent({
  name: 'production-list.updated',
  orgId: 1,
  aggregate: { type: 'production-list', id: '5', sequence: 1 },
  data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
})
let committed: CommittedEvents
beforeEach(() => void (committed = new CommittedEvents(createLogger('test', 'silent'))))

test('there is one listener at a time, until it is disposed', () => {
  const heard: unknown[] = []
  const first = committed.listen((events) => void heard.push('first', ...events))
  expect(() => committed.listen(() => undefined)).toThrow('listens to these events already')
  committed.notify([event])
  first[Symbol.dispose]()
  committed.notify([event])
  using _second = committed.listen((events) => void heard.push('second', ...events))
  committed.notify([event])

  expect(heard).toEqual(['first', event, 'second', event])
})

test('work that a listener starts does not belong to the request that committed', async () => {
  const counted: unknown[] = []
  using _listening = committed.listen(() => void counted.push(currentRequest()))
  await countingStatements(() => Promise.resolve(committed.notify([event])))
  expect(counted).toEqual([undefined])
})

test('a listener that throws does not fail the committing caller', () => {
  using _listening = committed.listen(() => {
    throw new Error('deaf')
  })
  expect(() => committed.notify([event])).not.toThrow()
})
