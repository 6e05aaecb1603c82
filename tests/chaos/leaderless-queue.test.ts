import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBroker } from '@takeoff/dev-env/rabbitmq'
import { startConsumer } from '@takeoff/kit/amqp-consumer'
import { openPublisher } from '@takeoff/kit/bus'
import { createLogger } from '@takeoff/kit/logger'
import { createEvent } from '@takeoff/kit/outbox'
import { WEBHOOKS_QUEUE } from '@takeoff/kit/topology'
import { expect, test } from 'vitest'

const logger = createLogger('test', 'silent')
const event = createEvent({
  name: 'production-list.updated',
  orgId: 1,
  aggregate: { type: 'production-list', id: '5', sequence: 2 },
  data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
})

/**
 * RabbitMQ 3.10 that is killed right after the declaration of a quorum queue comes back with one that never
 * finds a leader. Newer ones recover; either way nobody may wait for it without a limit.
 */
test('a queue that does not answer holds up neither a publisher nor a stop', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'takeoff-leaderless-'))
  await mkdir(path.join(home, 'node'))
  const broker = await startBroker({
    amqpUrl: undefined,
    directory: path.join(home, 'node'),
    logFile: path.join(home, 'rabbitmq.log'),
    password: 'test-password',
    mayInstall: false,
    say: () => undefined,
  })
  if (broker === undefined) throw new Error('there is no RabbitMQ')
  // It is killed before it calls itself ready.
  broker.ready.catch(() => undefined)
  try {
    await using publisher = openPublisher(broker.url, { logger })
    // The first that is told means that the queues are declared now.
    await expect
      .poll(() => publisher.publish([event]).then(() => true), { timeout: 30_000 })
      .toBe(true)
    await broker.kill9()
    await broker.restarted()

    const heard: string[] = []
    const consumer = startConsumer({
      url: broker.url,
      queue: WEBHOOKS_QUEUE,
      prefetch: 10,
      logger,
      handle: (messages) => {
        heard.push(...messages.map(({ messageId = '' }) => messageId))
        return Promise.resolve()
      },
    })
    const told = await publisher.publish([event]).then(
      () => 'confirmed',
      (error: Error) => error.message,
    )
    expect(told).toMatch(/confirmed|did not answer within|ECONN|clos/i)
    await consumer[Symbol.asyncDispose]()
  } finally {
    await broker[Symbol.asyncDispose]()
    await rm(home, { recursive: true, force: true })
  }
}, 90_000)
