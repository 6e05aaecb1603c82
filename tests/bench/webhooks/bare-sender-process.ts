import { connect } from 'amqplib'
import type { Envelope } from '@takeoff/contracts/envelope'
import { newSigningSecret, signingKey } from '@takeoff/webhooks/messages/signing'
import { Agent } from 'undici'
import { BARE_QUEUE, declareBareQueue } from './bare-queue.ts'
import { serveMethods } from '../methods.ts'
import { postSigned } from './post-signed.ts'

/** Broker → receivers and nothing else: no inbox, no rows, no retries; an event is acknowledged when all have responded. */
export interface BareSenderOptions {
  readonly amqpUrl: string
  /** The URLs of an event, by its organization. */
  readonly urls: Readonly<Record<number, readonly string[]>>
  /** Maximum events under way. */
  readonly prefetch: number
}

const methods = {
  async open({ amqpUrl, urls, prefetch }: BareSenderOptions): Promise<void> {
    const agent = new Agent()
    const key = signingKey(newSigningSecret())
    const channel = await (await connect(amqpUrl)).createChannel()
    await declareBareQueue(channel)
    await channel.prefetch(prefetch)
    await channel.consume(BARE_QUEUE, (message) => {
      if (message === null) return
      const { orgId, aggregate } = JSON.parse(message.content.toString()) as Envelope
      const listId = Number(aggregate.id)
      void Promise.all(
        (urls[orgId] ?? []).map((url) => postSigned(agent, { url, key, listId })),
      ).then(() => channel.ack(message))
    })
  },
}

export type BareSenderMethods = typeof methods

serveMethods(methods)
