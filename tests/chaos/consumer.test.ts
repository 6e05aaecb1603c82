import { randomUUID } from 'node:crypto'
import type { Channel } from 'amqplib'
import { startConsumer } from '@takeoff/kit/events/amqp-consumer'
import { openBrokerConnection } from '@takeoff/kit/events/broker-connection'
import { createLogger } from '@takeoff/kit/service/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'

const devEnv = sharedDevEnv()
const logger = createLogger('test', 'silent')
const queue = `test-${randomUUID()}`

describe.skipIf(devEnv.transport !== 'amqp')('a consumer', () => {
  const opened = new AsyncDisposableStack()
  let channel: Channel
  beforeAll(async () => {
    const connection = await openBrokerConnection(devEnv.events.url, logger)
    opened.defer(() => connection.close())
    channel = await connection.createChannel()
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
    opened.defer(async () => void (await channel.deleteQueue(queue)))
  })
  afterAll(() => opened.disposeAsync())

  const send = (count: number): string[] => {
    const sent = Array.from({ length: count }, (_, index) => String(index))
    for (const text of sent) channel.sendToQueue(queue, Buffer.from(text))
    return sent
  }
  const startOn = (options: {
    readonly read: (text: string) => void
    readonly handle: (batch: readonly string[]) => Promise<void>
  }) =>
    startConsumer({
      url: devEnv.events.url,
      queue,
      prefetch: 100,
      batchMax: 50,
      logger,
      read({ body }) {
        options.read(body.toString())
        return body.toString()
      },
      handle: options.handle,
    })

  test('reads messages while a batch is handled, and handles them in order, in batches of at most the requested size', async () => {
    const sent = send(220)
    const [read, handled, sizes] = [[] as string[], [] as string[], [] as number[]]
    const first = Promise.withResolvers<void>()
    await using consumer = startOn({
      read: (text) => void read.push(text),
      async handle(batch) {
        sizes.push(batch.length)
        await first.promise
        handled.push(...batch)
      },
    })
    await expect.poll(() => read, { timeout: 10_000 }).toHaveLength(100)
    expect(sizes).toHaveLength(1)
    expect(await consumer.countWaiting(queue)).toBe(120)
    await expect(consumer.countWaiting('no such queue')).rejects.toThrow('NOT_FOUND')
    first.resolve()
    await expect.poll(() => handled).toEqual(sent)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50)

    await consumer[Symbol.asyncDispose]()
    expect((await channel.checkQueue(queue)).messageCount).toBe(0)
  })

  test('returns only unhandled messages to the queue, even when it is stopped right after a batch', async () => {
    const sent = send(80)
    const handled: string[] = []
    const stopped = Promise.withResolvers<void>()
    const consumer = startOn({
      read: () => undefined,
      handle(batch) {
        if (handled.length > 0) {
          // At this moment the first batch is handled, but not acknowledged yet.
          stopped.resolve(consumer[Symbol.asyncDispose]())
          return Promise.reject(new Error('the database is unavailable'))
        }
        handled.push(...batch)
        return Promise.resolve()
      },
    })
    await stopped.promise

    const rest: string[] = []
    await using _next = startOn({
      read: () => undefined,
      handle: (batch) => Promise.resolve(void rest.push(...batch)),
    })
    await expect.poll(() => [...handled, ...rest].toSorted()).toEqual(sent.toSorted())
  })

  test('returns messages of the current batch and messages that it has only read to the queue when it is stopped', async () => {
    const sent = send(120)
    const read: string[] = []
    const consumer = startOn({
      read: (text) => void read.push(text),
      handle: () => Promise.reject(new Error('the database is unavailable')),
    })
    await expect.poll(() => read, { timeout: 10_000 }).toHaveLength(100)
    await consumer[Symbol.asyncDispose]()

    const handled: string[] = []
    await using _next = startOn({
      read: () => undefined,
      handle: (batch) => Promise.resolve(void handled.push(...batch)),
    })
    await expect.poll(() => handled.toSorted()).toEqual(sent.toSorted())
  })
})
