import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { startConsumer } from '@takeoff/kit/events/amqp-consumer'
import type { Consumer } from '@takeoff/kit/events/amqp-consumer'
import { openBrokerConnection } from '@takeoff/kit/events/broker-connection'
import { moveMessages } from '@takeoff/webhooks/operator/broker-queues'
import { openPublisher, encodeEvent } from '@takeoff/kit/events/publisher'
import { createLogger } from '@takeoff/kit/service/logger'
import { createEvent } from '@takeoff/kit/events/outbox'
import { WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'
import { describe, test } from 'vitest'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'

/** The real broker behind a proxy that can change the traffic in both directions. */
interface FarBroker extends AsyncDisposable {
  readonly url: string
  /** Times at which connections were opened, in milliseconds. */
  readonly openedAt: readonly number[]
  /** Connections that are open. */
  connections(): number
  /** Like a queue without a leader, or a frozen machine: the connections stay open, but get no response. */
  fallSilent(): void
  /** Like a machine that is lost: its connections end, and it takes no others. */
  refuse(): void
  /** As after a change of the queue arguments that one process does not have yet. */
  refuseQueue(): void
  /** As for a user without permission to write to the default exchange. */
  refuseDirectMessages(): void
  /** Resumes all traffic. */
  recover(): void
}

const devEnv = sharedDevEnv()
const logger = createLogger('test', 'silent')
/** An event of an organization without subscriptions. */
const event = encodeEvent(
  createEvent({
    name: 'production-list.updated',
    orgId: 2_000_000_001,
    aggregate: { type: 'production-list', id: '5', sequence: 2 },
    data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
  }),
)

async function startFarBroker(): Promise<FarBroker> {
  const real = new URL(devEnv.events.url)
  const upstreams = new Set<Socket>()
  const openedAt: number[] = []
  let [isSilent, isRefusing, isRefusingDirect, isLost] = [false, false, false, false]
  const server = createServer((client) => {
    if (isLost) return void client.destroy()
    openedAt.push(performance.now())
    const upstream = connect(Number(real.port || 5672), real.hostname)
    upstreams.add(upstream)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    client.on('data', (chunk) => {
      if (isRefusingDirect && chunk.includes(PUBLISH_TO_DEFAULT_EXCHANGE)) {
        client.write(ACCESS_REFUSED)
      } else {
        upstream.write(isRefusing ? withOtherLimit(chunk) : chunk)
      }
    })
    client.on('close', () => upstream.destroy())
    upstream.on('data', (chunk) => client.write(chunk))
    upstream.on('close', () => {
      upstreams.delete(upstream)
      client.destroy()
    })
    if (isSilent) upstream.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(real)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    openedAt,
    connections: () => upstreams.size,
    fallSilent() {
      isSilent = true
      for (const upstream of upstreams) upstream.pause()
    },
    refuse() {
      isLost = true
      for (const upstream of upstreams) upstream.destroy()
    },
    refuseQueue: () => void (isRefusing = true),
    refuseDirectMessages: () => void (isRefusingDirect = true),
    recover() {
      isSilent = isRefusing = isRefusingDirect = isLost = false
      for (const upstream of upstreams) upstream.resume()
    },
    async [Symbol.asyncDispose]() {
      for (const upstream of upstreams) upstream.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** `basic.publish`: class 60, method 40, a reserved number, an exchange without a name. */
const PUBLISH_TO_DEFAULT_EXCHANGE = Buffer.from([0, 60, 0, 40, 0, 0, 0])
const ACCESS_REFUSED = closeOfChannel(403, 'ACCESS_REFUSED - no write access')

/** `channel.close` (class 20, method 40) of channel 1, in a frame. */
function closeOfChannel(code: number, text: string): Buffer {
  const payload = Buffer.from([0, 20, 0, 40, 0, 0, text.length, ...Buffer.from(text), 0, 0, 0, 0])
  payload.writeUInt16BE(code, 4)
  const header = Buffer.from([1, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(payload.length, 3)
  return Buffer.concat([header, payload, Buffer.from([0xce])])
}

/** Changes the number of the argument: the broker refuses to declare a queue with other arguments than it has. */
function withOtherLimit(chunk: Buffer): Buffer {
  const name = 'x-delivery-limit'
  const at = chunk.indexOf(name)
  if (at < 0) return chunk
  const changed = Buffer.from(chunk)
  const number = at + name.length + 1
  changed[number] = (changed[number] ?? 0) + 1
  return changed
}

// Each test has its own broker and mostly waits.
describe.skipIf(devEnv.transport !== 'amqp')('a broker that stops responding', () => {
  test.concurrent('blocks a publisher only up to the timeout, after which one connection remains', async ({
    expect,
  }) => {
    await using broker = await startFarBroker()
    const publisher = openPublisher(broker.url, { logger })
    await publisher.publish([event])
    broker.fallSilent()
    await expect(publisher.publish([event])).rejects.toThrow('did not respond within')

    const next = publisher.publish([event])
    broker.recover()
    await next
    await expect.poll(() => broker.connections()).toBe(1)
    await publisher.publish([event])
    expect(broker.openedAt).toHaveLength(2)
    await publisher[Symbol.asyncDispose]()
    await expect.poll(() => broker.connections()).toBe(0)
  }, 25_000)

  test.concurrent('does not delay the stop of a consumer', async ({ expect }) => {
    await using broker = await startFarBroker()
    const consumer = startTestConsumer(broker)
    await expect.poll(() => consumer.connected, { timeout: 10_000, interval: 1 }).toBe(true)
    broker.fallSilent()
    const stopped = consumer[Symbol.asyncDispose]().then(() => 'stopped')
    const limit = new Promise((resolve) => setTimeout(resolve, 12_000, 'still waiting'))
    expect(await Promise.race([stopped, limit])).toBe('stopped')
  }, 25_000)
})

describe.skipIf(devEnv.transport !== 'amqp')('a broker that closes the channel', () => {
  test.concurrent('fails the publish under way, and nothing else', async ({ expect }) => {
    await using broker = await startFarBroker()
    await using publisher = openPublisher(broker.url, { logger })
    broker.refuseQueue()
    await expect(publisher.publish([event])).rejects.toThrow('PRECONDITION_FAILED')
    await expect.poll(() => broker.connections()).toBe(0)
    broker.recover()
    await publisher.publish([event])
  })

  test.concurrent('reports the reason to the caller that moves messages, and no message is lost', async ({
    expect,
  }) => {
    await using stack = new AsyncDisposableStack()
    const broker = stack.use(await startFarBroker())
    const connection = await openBrokerConnection(devEnv.events.url, logger)
    stack.defer(() => connection.close())
    const channel = await connection.createConfirmChannel()
    const from = `test-${randomUUID()}`
    await channel.assertQueue(from, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
    stack.defer(async () => void (await channel.deleteQueue(from)))
    channel.sendToQueue(from, Buffer.from('dead letter'), { persistent: true })
    await channel.waitForConfirms()

    broker.refuseDirectMessages()
    const move = { from, to: WEBHOOKS_QUEUE, logger, stop: new AbortController().signal }
    await expect(moveMessages(broker.url, move)).rejects.toThrow('ACCESS_REFUSED')
    await expect.poll(async () => (await channel.checkQueue(from)).messageCount).toBe(1)
  })

  test.concurrent('makes a consumer reconnect with growing delays', async ({ expect }) => {
    await using broker = await startFarBroker()
    broker.refuseQueue()
    await using consumer = startTestConsumer(broker)
    await expect.poll(() => broker.openedAt.length, { timeout: 10_000 }).toBe(5)
    const [before = 0, last = 0] = broker.openedAt.slice(-2)
    // The fourth wait is 400 to 800 ms, the first 50 to 100.
    expect(last - before).toBeGreaterThanOrEqual(400)
    broker.recover()
    await expect.poll(() => consumer.connected, { timeout: 10_000 }).toBe(true)
  })
})

describe.skipIf(devEnv.transport !== 'amqp')('of several nodes', () => {
  test.concurrent('a publisher and a consumer take another one when theirs is lost or silent', async ({
    expect,
  }) => {
    await using stack = new AsyncDisposableStack()
    const nodes = [await startFarBroker(), await startFarBroker()].map((node) => stack.use(node))
    const hosts = nodes.map(({ url }) => new URL(url).host).join(',')
    const url = devEnv.events.url.replace(new URL(devEnv.events.url).host, hosts)
    const publisher = stack.use(openPublisher(url, { logger }))
    const consumer = stack.use(startTestConsumer({ url }))
    await publisher.publish([event])
    await expect.poll(() => consumer.connected, { timeout: 10_000 }).toBe(true)

    for (const lost of nodes) {
      lost.refuse()
      // The first publish may still be on the way to the lost node; the relay repeats it as well.
      await publisher.publish([event]).catch(() => publisher.publish([event]))
      await expect.poll(() => consumer.connected, { timeout: 5_000 }).toBe(true)
      expect(lost.connections()).toBe(0)
      lost.recover()
    }

    const [silent, other] = nodes[0]?.connections() === 0 ? nodes.toReversed() : nodes
    silent?.fallSilent()
    await publisher.publish([event]).catch(() => publisher.publish([event]))
    expect(other?.connections()).toBeGreaterThan(0)
  }, 40_000)
})

function startTestConsumer({ url }: Pick<FarBroker, 'url'>): Consumer {
  return startConsumer({
    url,
    queue: WEBHOOKS_QUEUE,
    prefetch: 1,
    batchMax: 1,
    logger,
    read: ({ body }) => body,
    // No message here belongs to this test; rejected ones return to the queue.
    handle: () => Promise.reject(new Error('not mine')),
  })
}
