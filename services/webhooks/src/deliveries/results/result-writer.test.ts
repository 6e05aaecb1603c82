import type { Sql } from '@takeoff/kit/postgres/sql'
import { createLogger } from '@takeoff/kit/service/logger'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ResultWriter } from './result-writer.ts'
import type { AttemptResult } from './write-results.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const QUEUE_SLOTS = 3
const result = (deliveryId: string): AttemptResult => ({
  webhookId: 1,
  deliveryId,
  fence: 1,
  url: 'https://example.com',
  decision: { kind: 'delivered' },
  at: new Date(0),
  durationMs: 1,
  statusCode: 200,
  responseBody: undefined,
})

interface Params {
  readonly deliveryIds: readonly string[]
}

interface Given {
  readonly one?: (statement: unknown, params: Params) => Promise<unknown>
  readonly givingUp?: AbortSignal
}

const accepted = () => Promise.resolve({ written: 1, disabled: null, ordered: null })
const refused = (code: string) => Promise.reject(Object.assign(new Error('no'), { code }))

/** Also records the sizes of the written batches. */
function writerOn({ one = accepted, givingUp = new AbortController().signal }: Given = {}) {
  const batches: number[] = []
  const writer = new ResultWriter({
    sql: { one } as unknown as Sql,
    logger: createLogger('test', 'silent'),
    perWebhook: () => QUEUE_SLOTS,
    givingUp,
    onWritten: ({ results }) => void batches.push(results),
  })
  return { writer, batches, write: (id: string) => writer.write(result(id)) }
}

test('results that do not fill a queue wait briefly for more', async () => {
  const { writer, batches, write } = writerOn()

  void write('a')
  void write('b')
  expect(vi.getTimerCount()).toBe(1)
  void write('c')
  expect(vi.getTimerCount()).toBe(0)
  await writer.drained()
  expect(batches).toEqual([QUEUE_SLOTS])

  void write('d')
  await vi.advanceTimersByTimeAsync(16)
  await writer.drained()
  expect(batches).toEqual([QUEUE_SLOTS, 1])
})

describe('results that the database refuses', () => {
  const DISK_FULL = '53100'

  test('are retried until it accepts them', async () => {
    const failing: boolean[] = []
    const { writer, batches, write } = writerOn({
      one: () => {
        failing.push(writer.isFailing)
        return failing.length < 3 ? refused(DISK_FULL) : accepted()
      },
    })
    const written = Promise.all([write('a'), write('b'), write('c')])
    await expect.poll(() => batches, { timeout: 5_000 }).toEqual([QUEUE_SLOTS])
    await written
    expect(failing).toEqual([false, true, true])
    expect(writer.isFailing).toBe(false)
  })

  test('are dropped when the process must end', async () => {
    const ending = new AbortController()
    const { writer, write } = writerOn({
      one: () => {
        ending.abort()
        return refused(DISK_FULL)
      },
      givingUp: ending.signal,
    })
    const gone = Promise.all([write('a'), write('b'), write('c')]).then(() => 'gone')
    expect(await gone).toBe('gone')
    await writer.drained()
  })

  test('because one of them is invalid are written without that one', async () => {
    const held: unknown[] = []
    const { writer, write } = writerOn({
      one: (_, { deliveryIds }) => {
        if (deliveryIds.includes('bad')) return refused('22P05')
        held.push(...deliveryIds)
        return accepted()
      },
    })
    await Promise.all(['a', 'b', 'bad', 'c', 'd'].map(write))
    expect(held).toEqual(['a', 'b', 'c', 'd'])
    expect(writer.isFailing).toBe(false)
  })
})
