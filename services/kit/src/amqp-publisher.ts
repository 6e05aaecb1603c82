import type { ChannelModel, ConfirmChannel } from 'amqplib'
import type { Envelope } from '@takeoff/contracts/envelope'
import { openBrokerConnection } from './broker-connection.ts'
import type { Publisher } from './bus.ts'
import { closeQuietly } from './close-quietly.ts'
import type { Logger } from './logger.ts'
import { declareTopology, EVENTS_EXCHANGE } from './topology.ts'

const ANSWER_TIMEOUT_MS = 5_000

interface Link {
  readonly connection: ChannelModel
  readonly channel: ConfirmChannel
  /** Ids of messages that no queue took. The broker returns such a message and then confirms it. */
  readonly returned: Set<string>
  blocked: boolean
}

/** Publishes to RabbitMQ with confirms and `mandatory`. A broken link is made anew at the next publish. */
export function createAmqpPublisher(url: string, logger: Logger): Publisher {
  let link: Promise<Link> | undefined
  let current: Link | undefined

  const drop = (): void => {
    link = undefined
    current = undefined
  }
  const open = async (): Promise<Link> => {
    link ??= openLink(url, logger, drop)
    try {
      current = await link
      return current
    } catch (error) {
      drop()
      throw error
    }
  }

  return {
    get blocked() {
      return current?.blocked ?? false
    },
    async publish(envelopes) {
      const { connection, channel, returned } = await open()
      try {
        await withTimeout(Promise.all(envelopes.map((envelope) => send(channel, envelope))))
      } catch (error) {
        // What the broker did with the rest of the batch is unknown; start over on a new link.
        drop()
        void closeQuietly(connection)
        throw error
      }
      const unroutable = envelopes.filter(({ id }) => returned.delete(id))
      if (unroutable.length > 0) throw new Error(`${unroutable.length} events found no queue`)
    },
    async [Symbol.asyncDispose]() {
      const opened = await link?.catch(() => undefined)
      await closeQuietly(opened?.connection)
    },
  }
}

async function openLink(url: string, logger: Logger, onClose: () => void): Promise<Link> {
  const connection = await openBrokerConnection(url, logger)
  connection.on('close', onClose)
  try {
    return await withTimeout(setUp(connection, logger, onClose))
  } catch (error) {
    void closeQuietly(connection)
    throw error
  }
}

async function setUp(connection: ChannelModel, logger: Logger, onClose: () => void): Promise<Link> {
  const channel = await connection.createConfirmChannel()
  await declareTopology(channel)
  const link: Link = { connection, channel, returned: new Set(), blocked: false }
  channel.on('error', (error) => logger.warn({ err: error }, 'the broker channel broke'))
  channel.on('close', onClose)
  channel.on('return', (message) => link.returned.add(String(message.properties.messageId)))
  connection.on('blocked', () => (link.blocked = true))
  connection.on('unblocked', () => (link.blocked = false))
  return link
}

function send(channel: ConfirmChannel, envelope: Envelope): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.publish(
      EVENTS_EXCHANGE,
      envelope.name,
      Buffer.from(JSON.stringify(envelope)),
      {
        persistent: true,
        mandatory: true,
        messageId: envelope.id,
        type: envelope.name,
        contentType: 'application/json',
        timestamp: Math.floor(Date.parse(envelope.occurredAt) / 1000),
      },
      (error: unknown) => {
        if (error) reject(new Error('the broker refused an event', { cause: error }))
        else resolve()
      },
    )
  })
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the broker did not answer within ${ANSWER_TIMEOUT_MS} ms`)),
      ANSWER_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
