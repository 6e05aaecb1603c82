import type { Channel } from 'amqplib'

export const BARE_EXCHANGE = 'bench.bare'
export const BARE_QUEUE = 'bench.bare'

/** As durable as ours: a quorum queue. */
export async function declareBareQueue(channel: Channel): Promise<void> {
  await channel.assertExchange(BARE_EXCHANGE, 'fanout', { durable: true })
  await channel.assertQueue(BARE_QUEUE, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum' },
  })
  await channel.bindQueue(BARE_QUEUE, BARE_EXCHANGE, '')
}
