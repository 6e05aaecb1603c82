import type { Sql } from '@takeoff/kit/postgres/sql'
import { createLogger } from '@takeoff/kit/service/logger'
import { expect, test } from 'vitest'
import { startCancelling } from './start-cancelling.ts'

const FULL_BATCH = Array.from({ length: 2_000 }, () => ({}))

/** Cancels three full batches; `afterBatch` is called after each. */
function cancellingOf(afterBatch: (batches: number) => void) {
  let batches = 0
  const rows = (): Promise<readonly object[]> => {
    batches += 1
    afterBatch(batches)
    return Promise.resolve(batches <= 3 ? FULL_BATCH : [])
  }
  return startCancelling({ rows } as unknown as Sql, createLogger('test', 'silent'))
}

test('deliveries are cancelled until none is left', async () => {
  const { promise: last, resolve } = Promise.withResolvers<number>()
  await using cancelling = cancellingOf((batches) => {
    if (batches > 3) resolve(batches)
  })
  cancelling.add([1])
  expect(await last).toBe(4)
})

test('a shutdown waits for the current batch only', async () => {
  const { promise: disposed, resolve } = Promise.withResolvers<void>()
  let made = 0
  const cancelling = cancellingOf((batches) => {
    made = batches
    resolve(cancelling[Symbol.asyncDispose]())
  })
  cancelling.add([1])
  await disposed
  expect(made).toBe(1)
})
