import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FairReads, readInParts } from './fair-reads.ts'
import { accessOfOrganizations, accessOfWork } from './row-access.ts'
import type { RowAccess } from './row-access.ts'

const ONE = accessOfOrganizations([1])
const OTHER = accessOfOrganizations([2])
const POOL_SIZE = 8

describe('reads', () => {
  let sent: { readonly statement: string; readonly end: (rows: number) => Promise<void> }[] = []
  let reads = new FairReads(POOL_SIZE)
  beforeEach(() => {
    vi.useFakeTimers()
    sent = []
    reads = new FairReads(POOL_SIZE)
  })
  afterEach(() => void vi.useRealTimers())

  /** Sends a statement; `sent` has it when its turn has come. */
  function read(access: RowAccess, statement: string, isAfterCommit = false): Promise<unknown[]> {
    return reads.run({ access, statement, isAfterCommit }, () => {
      const { promise, resolve } = Promise.withResolvers<null[]>()
      const end = async (rows: number): Promise<void> => {
        resolve(Array<null>(rows).fill(null))
        await vi.advanceTimersByTimeAsync(1)
      }
      sent.push({ statement, end })
      return promise
    })
  }

  const underWay = async (): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(0)
    return sent.map(({ statement }) => statement)
  }

  async function makeLongRead(access: RowAccess): Promise<void> {
    const done = read(access, 'long')
    await underWay()
    await sent[0]?.end(501)
    await done
    sent = []
  }

  test('of an organization use a quarter of the connections, so that another one finds some', async () => {
    for (const statement of ['a', 'b', 'c']) void read(ONE, statement)
    void read(OTHER, 'd')
    expect(await underWay()).toEqual(['a', 'b', 'd'])
    await sent[0]?.end(1)
    expect(await underWay()).toEqual(['a', 'b', 'd', 'c'])
  })

  test('of background work do not wait', async () => {
    for (const statement of ['a', 'b', 'c']) void read(accessOfWork('relay'), statement)
    expect(await underWay()).toEqual(['a', 'b', 'c'])
  })

  test('that were long before are sent one after the other, also of several organizations', async () => {
    await makeLongRead(ONE)
    await makeLongRead(OTHER)
    for (const access of [ONE, ONE, OTHER]) void read(access, 'long')
    expect(await underWay()).toEqual(['long'])
    await sent[0]?.end(1)
    expect(await underWay()).toEqual(['long', 'long'])
  })

  test('of a statement wait for the first one, which shows that they are short', async () => {
    for (let index = 0; index < 3; index += 1) void read(ONE, 'a')
    expect(await underWay()).toHaveLength(1)
    await sent[0]?.end(500)
    expect(await underWay()).toHaveLength(3)
  })

  test('of a statement wait for the first one, which shows that they are long', async () => {
    for (let index = 0; index < 3; index += 1) void read(ONE, 'a')
    await underWay()
    await sent[0]?.end(501)
    expect(await underWay()).toHaveLength(2)
    await sent[1]?.end(501)
    expect(await underWay()).toHaveLength(3)
  })

  test('that are long are followed by a pause also the first time', async () => {
    for (let index = 0; index < 2; index += 1) void read(ONE, 'long')
    void read(OTHER, 'short')
    await vi.advanceTimersByTimeAsync(99)
    await sent[0]?.end(501)
    await vi.advanceTimersByTimeAsync(290)
    expect(await underWay()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(await underWay()).toHaveLength(3)
  })

  test('of a statement whose first one failed wait for the next one', async () => {
    const failed = reads.run({ access: ONE, statement: 'a' }, () =>
      Promise.reject(new Error('the connection was lost')),
    )
    for (let index = 0; index < 2; index += 1) void read(ONE, 'a')
    await expect(failed).rejects.toThrow('the connection was lost')
    expect(await underWay()).toHaveLength(1)
  })

  test('that wait for a connection while the same statement is long are sent one after the other', async () => {
    const first = read(ONE, 'a')
    await underWay()
    await sent[0]?.end(1)
    await first
    for (let index = 0; index < 4; index += 1) void read(ONE, 'a')
    expect(await underWay()).toHaveLength(3)
    await sent[1]?.end(501)
    await sent[2]?.end(501)
    expect(await underWay()).toHaveLength(4)
  })

  test('that are long are followed by a pause of three times their duration while another organization reads', async () => {
    await makeLongRead(ONE)
    for (let index = 0; index < 2; index += 1) void read(ONE, 'long')
    await vi.advanceTimersByTimeAsync(99)
    void read(OTHER, 'short')
    await sent[0]?.end(501)
    await vi.advanceTimersByTimeAsync(290)
    expect(await underWay()).toEqual(['long', 'short'])
    await vi.advanceTimersByTimeAsync(10)
    expect(await underWay()).toEqual(['long', 'short', 'long'])
  })

  test('that are long are followed by a shorter pause when more organizations wait with long ones', async () => {
    const all = [1, 2, 3, 4].map((id) => accessOfOrganizations([id]))
    for (const access of all) await makeLongRead(access)
    for (const access of all) void read(access, 'long')
    await vi.advanceTimersByTimeAsync(99)
    await sent[0]?.end(501)
    await vi.advanceTimersByTimeAsync(90)
    expect(await underWay()).toEqual(['long'])
    await vi.advanceTimersByTimeAsync(10)
    expect(await underWay()).toEqual(['long', 'long'])
  })

  test('that are long are sent without a pause while no other organization reads', async () => {
    await makeLongRead(ONE)
    for (let index = 0; index < 2; index += 1) void read(ONE, 'long')
    await vi.advanceTimersByTimeAsync(100)
    await sent[0]?.end(501)
    expect(await underWay()).toEqual(['long', 'long'])
  })

  test('that wait for their turn leave the connections to short ones', async () => {
    await makeLongRead(ONE)
    for (let index = 0; index < 5; index += 1) void read(ONE, 'long')
    void read(ONE, 'short')
    expect((await underWay()).toSorted()).toEqual(['long', 'short'])
  })

  test('that are long are not delayed by others of their organization, for which other organizations would wait', async () => {
    await makeLongRead(ONE)
    for (const statement of ['a', 'b', 'c']) void read(ONE, statement)
    void read(ONE, 'long')
    expect((await underWay()).toSorted()).toEqual(['a', 'b', 'long'])
  })

  test('wait for the first one of the statement and for a connection for ten seconds at most in all', async () => {
    for (const statement of ['a', 'b']) void read(ONE, statement)
    const first = read(ONE, 'c').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    const second = read(ONE, 'c').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await first).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
    await Promise.all([sent[0]?.end(1), sent[1]?.end(1)])
    expect(await second).toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('after a commit wait for no connection of their organization', async () => {
    for (const statement of ['a', 'b']) void read(ONE, statement)
    void read(ONE, 'c', true)
    expect((await underWay()).toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('after a commit wait for the first one of their statement, too', async () => {
    for (let index = 0; index < 2; index += 1) void read(ONE, 'a', true)
    expect(await underWay()).toEqual(['a'])
  })

  test('after a commit wait for long ones for ten seconds, and are sent then', async () => {
    await makeLongRead(ONE)
    for (let index = 0; index < 2; index += 1) void read(ONE, 'long', true)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(await underWay()).toEqual(['long'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await underWay()).toEqual(['long', 'long'])
  })

  test('that are long wait for those before them for ten seconds at most', async () => {
    await makeLongRead(ONE)
    await makeLongRead(OTHER)
    void read(ONE, 'long')
    const refused = read(OTHER, 'long').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    await sent[0]?.end(1)
    expect(await underWay()).toEqual(['long'])
    expect(await refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
  })
})

test.each([65_536, 16_384])(
  'other work is done between the parts of a long response in chunks of %d bytes',
  async (bytes) => {
    const chunks = Array.from({ length: 4 }, () => Buffer.alloc(bytes))
    const connection = Readable.from(chunks, { highWaterMark: chunks.length })
    readInParts(connection)
    let work = 0
    const doWork = (): void => {
      work += 1
      if (!connection.readableEnded) setImmediate(doWork)
    }
    setImmediate(doWork)
    const workDone: number[] = []
    connection.on('data', () => workDone.push(work))
    // Fails within seconds when the connection is never read again.
    await once(connection, 'end', { signal: AbortSignal.timeout(5_000) })
    expect(new Set(workDone).size).toBe(4)
  },
)
