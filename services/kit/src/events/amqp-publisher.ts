import type { ChannelModel, ConfirmChannel, Options } from 'amqplib'
import { brokerReply, openBrokerConnection } from './broker-connection.ts'
import { bundlesOf, contentOf } from './bundles.ts'
import type { Bundle } from './bundles.ts'
import type { Publisher } from './publisher.ts'
import { closeQuietly } from '../concurrency/close-quietly.ts'
import type { Logger } from '../service/logger.ts'
import { declareTopology, exchangeOf } from './topology.ts'

interface Link {
  readonly connection: ChannelModel
  readonly channel: ConfirmChannel
  /** Messages published on it. Their numbers are their correlation ids: the same event may be published twice at once. */
  published: number
  /** Numbers of messages that were routed to no queue. The broker returns such a message and then confirms it. */
  readonly returned: Set<string>
  blocked: boolean
  /** Ends the link: nothing more is published on it. */
  end(): void
}

/**
 * Publishes to RabbitMQ with confirms and `mandatory`. A message is the envelope of one event, or an array of
 * envelopes of one name. A broken link is replaced at the next publish.
 */
export function createAmqpPublisher(url: string, logger: Logger): Publisher {
  let link: Promise<Link> | undefined
  let current: Link | undefined

  /** Only the current link: one that ends late must not clear its successor, which would then never be closed. */
  const drop = (ended: Promise<Link>): void => {
    if (link !== ended) return
    link = undefined
    current = undefined
  }
  const connect = (): Promise<Link> => {
    const opening = openLink(url, logger, () => drop(opening))
    return opening
  }
  const open = async (): Promise<Link> => {
    link ??= connect()
    const present = link
    try {
      const opened = await present
      if (link === present) current = opened
      return opened
    } catch (error) {
      drop(present)
      throw error
    }
  }

  return {
    get blocked() {
      return current?.blocked ?? false
    },
    open: async () => void (await open()),
    async publish(events) {
      const opened = await open()
      try {
        const unroutable = await brokerReply(send(opened, bundlesOf(events)))
        if (unroutable.length === 0) return
        // The queue or its binding was deleted; the next attempt declares them again.
        await brokerReply(declareTopology(opened.channel))
        throw new UnroutableError(unroutable)
      } catch (error) {
        // A blocked broker resumes reading when its alarm ends.
        if (opened.blocked || error instanceof UnroutableError) throw error
        // The outcome of the rest of the batch is unknown; start over on a new link.
        opened.end()
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      const opened = await link?.catch(() => undefined)
      await closeQuietly(opened?.connection)
    },
  }
}

/** The link works, but the batch must be published again. */
class UnroutableError extends Error {
  constructor(bundles: readonly Bundle[]) {
    const count = bundles.reduce((sum, { bodies }) => sum + bodies.length, 0)
    super(`${count} events found no queue`)
  }
}

async function openLink(url: string, logger: Logger, onEnd: () => void): Promise<Link> {
  const connection = await openBrokerConnection(url, logger)
  const end = (): void => {
    onEnd()
    void closeQuietly(connection)
  }
  connection.on('close', onEnd)
  try {
    return await brokerReply(setUp(connection, logger, end))
  } catch (error) {
    end()
    throw error
  }
}

async function setUp(connection: ChannelModel, logger: Logger, end: () => void): Promise<Link> {
  const channel = await connection.createConfirmChannel()
  const returned = new Set<string>()
  const link: Link = { connection, channel, published: 0, returned, blocked: false, end }
  channel.on('error', (error) => logger.warn({ err: error }, 'the broker channel broke'))
  channel.on('close', end)
  await declareTopology(channel)
  channel.on('return', (message) => returned.add(String(message.properties.correlationId)))
  connection.on('blocked', () => (link.blocked = true))
  connection.on('unblocked', () => (link.blocked = false))
  return link
}

/** Writes the messages at once; resolves after the last confirm, with those that were routed to no queue. */
async function send(link: Link, bundles: readonly Bundle[]): Promise<Bundle[]> {
  const { promise: confirmed, resolve, reject } = Promise.withResolvers<void>()
  let unconfirmed = bundles.length
  const settle = (error: unknown): void => {
    unconfirmed -= 1
    if (error) reject(new Error('the broker refused an event', { cause: error }))
    else if (unconfirmed === 0) resolve()
  }
  const giveUp = (): void => reject(new Error('the broker blocks publishers (connection.blocked)'))
  link.connection.once('blocked', giveUp)
  const numbered = bundles.map((bundle) => ({ bundle, number: String((link.published += 1)) }))
  try {
    for (const { bundle, number } of numbered) {
      const exchange = exchangeOf(bundle.name)
      const properties = { ...propertiesOf(bundle), correlationId: number }
      link.channel.publish(exchange, bundle.name, contentOf(bundle), properties, settle)
    }
    await confirmed
    return numbered.filter(({ number }) => link.returned.delete(number)).map(({ bundle }) => bundle)
  } finally {
    link.connection.off('blocked', giveUp)
  }
}

function propertiesOf({ id, name, headers }: Bundle): Options.Publish {
  return {
    persistent: true,
    mandatory: true,
    messageId: id,
    type: name,
    contentType: 'application/json',
    headers,
  }
}
