import type { Sql } from '@takeoff/kit/database'
import { createLogger } from '@takeoff/kit/logger'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createResultWriter } from './result-writer.ts'
import type { AttemptResult } from './write-results.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LANE = 3
const result = (deliveryId: string): AttemptResult => ({
  webhookId: 1,
  deliveryId,
  fence: 1,
  verdict: { kind: 'delivered' },
  at: new Date(0),
  durationMs: 1,
  statusCode: 200,
  responseBody: undefined,
})

test('fewer results than fill a lane wait for company, and not for long', async () => {
  const batches: number[] = []
  const query = () => Promise.resolve([{ written: 1, disabled: null, ordered: null }])
  const writer = createResultWriter({
    sql: { query } as unknown as Sql,
    logger: createLogger('test', 'silent'),
    laneSize: () => LANE,
    onWritten: ({ results }) => void batches.push(results),
  })
  const write = (id: string) => void writer.write(result(id))

  write('a')
  write('b')
  expect(vi.getTimerCount()).toBe(1)
  write('c')
  expect(vi.getTimerCount()).toBe(0)
  await writer.drained()
  expect(batches).toEqual([LANE])

  write('d')
  await vi.advanceTimersByTimeAsync(16)
  await writer.drained()
  expect(batches).toEqual([LANE, 1])
})
