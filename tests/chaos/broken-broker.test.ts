import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { startConsumer } from '@takeoff/kit/amqp-consumer'
import { openPublisher, toCarried } from '@takeoff/kit/bus'
import { createLogger } from '@takeoff/kit/logger'
import { createEvent } from '@takeoff/kit/outbox'
import { WEBHOOKS_QUEUE } from '@takeoff/kit/topology'
import { describe, expect, test } from 'vitest'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'

/** As a queue without a leader behaves, or a frozen machine: the connection stands, and nothing answers. */
interface SilentBroker extends AsyncDisposable {
  readonly url: string
  fallSilent(): void
}

const devEnv = sharedDevEnv()
const logger = createLogger('test', 'silent')
/** Of an organization without subscriptions. */
const event = toCarried(
  createEvent({
    name: 'production-list.updated',
    orgId: 2_000_000_001,
    aggregate: { type: 'production-list', id: '5', sequence: 2 },
    data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
  }),
)

/** Passes everything on to the real broker until it is told to fall silent. */
async function startSilentBroker(): Promise<SilentBroker> {
  const real = new URL(devEnv.events.url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect(Number(real.port || 5672), real.hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()))
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => isSilent || client.write(chunk))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => isSilent || client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(real)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    fallSilent() {
      isSilent = true
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe.skipIf(devEnv.carrier !== 'amqp')('a broker that does not answer any more', () => {
  test('holds up a publisher for a limited time only', async () => {
    await using broker = await startSilentBroker()
    await using publisher = openPublisher(broker.url, { logger })
    await publisher.publish([event])
    broker.fallSilent()
    await expect(publisher.publish([event])).rejects.toThrow('did not answer within')
  }, 25_000)

  test('does not hold up the stop of a consumer', async () => {
    await using broker = await startSilentBroker()
    const consumer = startConsumer({
      url: broker.url,
      queue: WEBHOOKS_QUEUE,
      prefetch: 1,
      batchMax: 1,
      logger,
      read: ({ body }) => body,
      // Nothing here is for this test; what is not taken goes back to the queue.
      handle: () => Promise.reject(new Error('not mine')),
    })
    await expect.poll(() => consumer.connected, { timeout: 10_000, interval: 1 }).toBe(true)
    broker.fallSilent()
    const stopped = consumer[Symbol.asyncDispose]().then(() => 'stopped')
    const limit = new Promise((resolve) => setTimeout(resolve, 12_000, 'still waiting'))
    expect(await Promise.race([stopped, limit])).toBe('stopped')
  }, 25_000)
})
