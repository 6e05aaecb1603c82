import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FairTransactions } from './fair-transactions.ts'
import { accessOfOrganizations, accessOfWork } from './row-access.ts'
import type { RowAccess } from './row-access.ts'

const ONE = accessOfOrganizations([1])
const OTHER = accessOfOrganizations([2])
const POOL_SIZE = 8

describe('transactions', () => {
  let begun: { readonly name: string; readonly end: () => void }[] = []
  let transactions = new FairTransactions(POOL_SIZE)
  beforeEach(() => {
    vi.useFakeTimers()
    begun = []
    transactions = new FairTransactions(POOL_SIZE)
  })
  afterEach(() => void vi.useRealTimers())

  function begin(access: RowAccess, name: string, isAfterCommit = false): Promise<void> {
    return transactions.run({ access, isAfterCommit }, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push({ name, end: resolve })
      return promise
    })
  }

  const underWay = async (): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(0)
    return begun.map(({ name }) => name)
  }

  test('of an organization hold a quarter of the connections, so that another one finds some', async () => {
    for (const name of ['a', 'b', 'c']) void begin(ONE, name)
    void begin(OTHER, 'd')
    expect(await underWay()).toEqual(['a', 'b', 'd'])
    begun[0]?.end()
    expect(await underWay()).toEqual(['a', 'b', 'd', 'c'])
  })

  test('of background work do not wait', async () => {
    for (const name of ['a', 'b', 'c']) void begin(accessOfWork('relay'), name)
    expect(await underWay()).toEqual(['a', 'b', 'c'])
  })

  test('are refused after ten seconds, unless the request has committed something before', async () => {
    for (const name of ['a', 'b']) void begin(ONE, name)
    const refused = begin(ONE, 'first').catch((error: unknown) => error)
    void begin(ONE, 'second', true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await refused).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 1,
      message: 'Too many requests of your organization are under way. Try again in a second.',
    })
    expect(await underWay()).toEqual(['a', 'b', 'second'])
  })
})
