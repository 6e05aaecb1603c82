import type { ConfirmChannel, GetMessage } from 'amqplib'
import { brokerReply, openBrokerConnection } from '@takeoff/kit/events/broker-connection'
import { closeQuietly } from '@takeoff/kit/concurrency/close-quietly'
import type { Logger } from '@takeoff/kit/service/logger'
import { declareTopology } from '@takeoff/kit/events/topology'

/** Published, confirmed and acknowledged together. */
const BATCH_SIZE = 100

/**
 * Number of ready messages in each of the product's queues.
 * @throws Error when the broker cannot be reached or a queue does not respond
 */
export function countMessages(
  url: string,
  queues: readonly string[],
  logger: Logger,
): Promise<Readonly<Record<string, number>>> {
  return withChannel(url, logger, async (channel) => {
    const counts: Record<string, number> = {}
    for (const queue of queues)
      counts[queue] = (await brokerReply(channel.checkQueue(queue))).messageCount
    return counts
  })
}

export interface Move {
  readonly from: string
  readonly to: string
  readonly logger: Logger
  /** Stops after the batch under way. */
  readonly stop: AbortSignal
}

/**
 * Moves the messages that are in a queue at the start to the end of another one. A message is removed from the
 * first queue only after the broker has confirmed it in the second: after a crash in between it is in both.
 * @returns number of moved messages
 * @throws Error when the broker is unavailable or refuses; unconfirmed messages stay in the first queue
 */
export function moveMessages(url: string, move: Move): Promise<number> {
  return withChannel(url, move.logger, async (channel) => {
    const { messageCount } = await brokerReply(channel.checkQueue(move.from))
    let moved = 0
    // The count is fixed at the start: a message that returns would otherwise be moved for ever.
    while (moved < messageCount && !move.stop.aborted) {
      const batch = await getBatch(channel, move.from, Math.min(BATCH_SIZE, messageCount - moved))
      const last = batch.at(-1)
      if (last === undefined) break
      await publishAll(channel, move.to, batch)
      channel.ack(last, true)
      moved += batch.length
    }
    return moved
  })
}

async function getBatch(channel: ConfirmChannel, queue: string, size: number) {
  const batch: GetMessage[] = []
  while (batch.length < size) {
    const message = await brokerReply(channel.get(queue))
    if (message === false) break
    batch.push(message)
  }
  return batch
}

/** Drops the broker's own headers, such as the number of deliveries. */
async function publishAll(
  channel: ConfirmChannel,
  queue: string,
  batch: readonly GetMessage[],
): Promise<void> {
  const returned: string[] = []
  const onReturn = (): void => void returned.push(queue)
  channel.on('return', onReturn)
  for (const { content, properties } of batch) {
    const { messageId, type, contentType, timestamp } = properties
    const forwarded = { messageId, type, contentType, timestamp }
    channel.sendToQueue(queue, content, { ...forwarded, persistent: true, mandatory: true })
  }
  // A message that no queue accepts is returned and then confirmed.
  await brokerReply(channel.waitForConfirms())
  channel.off('return', onReturn)
  if (returned.length > 0) throw new Error(`${returned.length} messages found no queue ${queue}`)
}

async function withChannel<T>(
  url: string,
  logger: Logger,
  work: (channel: ConfirmChannel) => Promise<T>,
): Promise<T> {
  const connection = await openBrokerConnection(url, logger)
  try {
    const channel = await brokerReply(connection.createConfirmChannel())
    return await Promise.race([workOn(channel, work), refusalOn(channel)])
  } finally {
    await closeQuietly(connection)
  }
}

async function workOn<T>(
  channel: ConfirmChannel,
  work: (channel: ConfirmChannel) => Promise<T>,
): Promise<T> {
  await brokerReply(declareTopology(channel))
  const result = await work(channel)
  // Closing only the connection may lose acknowledgements that were not sent yet.
  await brokerReply(channel.close())
  return result
}

/** A refusal closes the channel; waiting for confirms only reports the closed channel, not the reason. */
function refusalOn(channel: ConfirmChannel): Promise<never> {
  return new Promise((_, reject) => channel.on('error', reject))
}
