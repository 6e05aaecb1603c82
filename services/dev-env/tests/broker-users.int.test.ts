import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  AUDIT_EXCHANGE,
  AUDIT_QUEUE,
  declareTopology,
  EVENTS_EXCHANGE,
  VENDORS_EXCHANGE,
  VENDORS_QUEUE,
  WEBHOOKS_QUEUE,
} from '@takeoff/kit/events/topology'
import { VENDOR_CHANGED } from '@takeoff/contracts/vendor-changes'
import { connect } from 'amqplib'
import type { ChannelModel, ConfirmChannel } from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { findRabbitmqServer, startRabbitmqNode } from '../src/rabbitmq/rabbitmq-node.ts'
import type { RabbitmqNode } from '../src/rabbitmq/rabbitmq.ts'
import { waitFor } from '../src/wait-for.ts'

const compose = path.resolve(import.meta.dirname, '../compose')
const passwords = {
  PRODUCTION_LISTS_PASSWORD: 'password-of-production-lists',
  ORDER_DOCUMENTS_PASSWORD: 'password-of-order-documents',
  WEBHOOKS_PASSWORD: 'password-of-webhooks',
}
const server = await findRabbitmqServer()
let folder: string
let definitions: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'takeoff-broker-test-'))
  definitions = path.join(folder, 'definitions.json')
  const PATH = process.env['PATH'] // oxlint-disable-line node/no-process-env
  await promisify(execFile)('sh', [path.join(compose, 'start-rabbitmq.sh'), 'true'], {
    env: {
      ...(PATH !== undefined && { PATH }),
      ...passwords,
      DEFINITIONS: path.join(compose, 'broker-definitions.json'),
      FILLED_IN_DEFINITIONS: definitions,
    },
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('each service has a user of its own, and none administers the broker', async () => {
  const { users } = JSON.parse(await readFile(definitions, 'utf8')) as {
    readonly users: readonly object[]
  }
  expect(users).toEqual(
    ['production-lists', 'order-documents', 'webhooks'].map((name) => ({
      name,
      password: `password-of-${name}`,
      tags: '',
    })),
  )
})

describe.skipIf(server === undefined)('a user of a service', () => {
  let node: RabbitmqNode
  let port: number

  beforeAll(async () => {
    port = await findFreePort()
    node = await startRabbitmqNode(server ?? '', {
      directory: path.join(folder, 'node'),
      logFile: path.join(folder, 'rabbitmq.log'),
      username: 'first',
      password: 'first',
      port,
    })
    await waitFor(
      async () => {
        const connection = await connectAs('first', 'first').catch(() => undefined)
        await connection?.close()
        return connection === undefined ? undefined : true
      },
      { what: 'RabbitMQ', limitMs: 60_000 },
    )
    await node.control(['import_definitions', definitions])
  }, 90_000)
  afterAll(() => node[Symbol.asyncDispose]())

  test.each(['production-lists', 'order-documents', 'webhooks'])(
    '%s declares the topology and publishes',
    async (name) => {
      await using user = await channelOf(name)
      await declareTopology(user.channel)
      for (const exchange of [EVENTS_EXCHANGE, AUDIT_EXCHANGE, VENDORS_EXCHANGE])
        user.channel.publish(exchange, 'event', Buffer.from('{}'), { mandatory: true })
      await expect(user.channel.waitForConfirms()).resolves.toBeDefined()
    },
  )

  test('webhooks consumes, and returns dead messages to its queue', async () => {
    await using user = await channelOf('webhooks')
    await declareTopology(user.channel)
    for (const queue of [WEBHOOKS_QUEUE, AUDIT_QUEUE]) {
      user.channel.sendToQueue(queue, Buffer.from('{}'))
      await user.channel.waitForConfirms()
      expect(await user.channel.get(queue, { noAck: true })).not.toBe(false)
    }
  })

  test('production-lists consumes changes of vendors', async () => {
    await using user = await channelOf('production-lists')
    await declareTopology(user.channel)
    user.channel.publish(VENDORS_EXCHANGE, VENDOR_CHANGED, Buffer.from('{}'), { mandatory: true })
    await user.channel.waitForConfirms()
    expect(await user.channel.get(VENDORS_QUEUE, { noAck: true })).not.toBe(false)
  })

  test.each([
    ['create another queue', (channel: ConfirmChannel) => channel.assertQueue('mine')],
    [
      'create another exchange',
      (channel: ConfirmChannel) => channel.assertExchange('mine', 'fanout'),
    ],
    ['read changes of vendors', (channel: ConfirmChannel) => channel.get(VENDORS_QUEUE)],
    ['read dead messages', (channel: ConfirmChannel) => channel.get('webhooks.ingest.dead')],
    [
      'publish to a queue',
      async (channel: ConfirmChannel) => {
        channel.sendToQueue(WEBHOOKS_QUEUE, Buffer.from('{}'))
        await channel.waitForConfirms()
      },
    ],
  ])('a publisher cannot %s', async (_, act) => {
    await using user = await channelOf('order-documents')
    const refused = new Promise<Error>((resolve) => user.channel.once('error', resolve))
    await Promise.resolve(act(user.channel)).catch(() => undefined)
    expect((await refused).message).toContain('ACCESS_REFUSED')
  })

  async function channelOf(name: string) {
    const connection = await connectAs(name, `password-of-${name}`)
    const channel = await connection.createConfirmChannel()
    return { channel, [Symbol.asyncDispose]: () => connection.close() }
  }

  function connectAs(username: string, password: string): Promise<ChannelModel> {
    return connect({ hostname: '127.0.0.1', port, username, password })
  }
})
