import type { ChannelModel, ConsumeMessage } from 'amqplib'
import { Acknowledger } from './acknowledger.ts'
import { BackOff } from '../concurrency/back-off.ts'
import { closeQuietly } from '../concurrency/close-quietly.ts'
import type { Logger } from '../service/logger.ts'
import { openBrokerConnection } from './broker-connection.ts'
import { declareTopology } from './topology.ts'

/**
 * A batch is retried here until this time after its arrival, less than the 30 minutes after which a broker closes the
 * channel of a silent consumer; then it is requeued for any process. A try may take a minute while a database does not
 * respond, and a batch that was fetched ahead waits for those before it, so their number would be no limit. Before
 * RabbitMQ 4.3 each requeue counts towards the queue's limit of 100, which lasts most of a day without a database.
 */
const RETRIED_MS = 12 * 60_000

/** A message as it arrives. */
export interface Delivered {
  readonly messageId: string | undefined
  /** Trace context of the publisher. */
  readonly traceparent: string | undefined
  readonly body: Buffer
  readonly redelivered: boolean
}

/** A queue, and how its messages are handled. */
export interface ConsumerOptions<Read> {
  readonly url: string
  readonly queue: string
  /** Maximum unacknowledged messages: a few batches, so that the next one arrives while one is handled. */
  readonly prefetch: number
  /** Maximum messages in one batch; a batch holds the messages that have arrived, and never waits for more. */
  readonly batchMax: number
  readonly logger: Logger
  /** Parses a message on arrival, also while the previous batch is handled. Must not throw. */
  readonly read: (message: Delivered) => Read
  /** Messages are acknowledged soon after this resolves, and redelivered when it rejects. */
  readonly handle: (batch: readonly Read[]) => Promise<void>
}

/** A running consumer. */
export interface Consumer extends AsyncDisposable {
  /** False while there is no connection to the broker. */
  readonly connected: boolean
  /** Ready messages in a queue of the same broker; rejects while there is no connection. */
  countWaiting(queue: string): Promise<number>
}

/** Consumes a queue in batches, in order, and reconnects when the connection breaks. */
export function startConsumer<Read>(options: ConsumerOptions<Read>): Consumer {
  const stopping = new AbortController()
  const state: ConnectionState = { connection: undefined }
  const done = reconnectUntil(stopping.signal, state, options)
  return {
    get connected() {
      return state.connection !== undefined
    },
    countWaiting: (queue) => countWaiting(state.connection, queue),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

interface ConnectionState {
  connection: ChannelModel | undefined
}

/** Uses a separate channel: a check of a queue that does not exist closes it. */
async function countWaiting(connection: ChannelModel | undefined, queue: string): Promise<number> {
  if (connection === undefined) throw new Error('there is no connection to the broker')
  const channel = await connection.createChannel()
  // Without a listener an 'error' would end the process; it also rejects the check.
  channel.on('error', () => undefined)
  try {
    return (await channel.checkQueue(queue)).messageCount
  } finally {
    void closeQuietly(channel)
  }
}

async function reconnectUntil<Read>(
  signal: AbortSignal,
  state: ConnectionState,
  options: ConsumerOptions<Read>,
): Promise<void> {
  const backOff = new BackOff()
  while (!signal.aborted) {
    try {
      const connection = await openBrokerConnection(options.url, options.logger)
      state.connection = connection
      await consumeConnection(connection, signal, {
        ...options,
        // Not reset on connect: a broker that refuses the queue would be retried without a delay.
        onConsuming: () => backOff.reset(),
      })
    } catch (error) {
      options.logger.warn({ err: error }, 'the broker connection broke; reconnecting')
    } finally {
      state.connection = undefined
    }
    if (!signal.aborted) await backOff.wait(signal)
  }
}

interface ConsumingOptions<Read> extends ConsumerOptions<Read> {
  readonly onConsuming: () => void
}

/** Resolves when the connection is closed, by this process or by the broker. */
async function consumeConnection<Read>(
  connection: ChannelModel,
  signal: AbortSignal,
  options: ConsumingOptions<Read>,
): Promise<void> {
  const { promise: closed, resolve: setClosed } = Promise.withResolvers<void>()
  connection.once('close', () => setClosed())
  const work: ChannelWork = { batch: Promise.resolve(), close: () => Promise.resolve() }
  const close = (): void => {
    // The current batch is finished and acknowledged first; the broker redelivers the rest to other consumers.
    void work.batch
      .then(() => work.close())
      .then(() => closeQuietly(connection))
      .then(setClosed)
  }
  if (signal.aborted) close()
  else signal.addEventListener('abort', close, { once: true })
  try {
    const closing = AbortSignal.any([signal, abortOn(closed)])
    // A queue without a leader does not respond, and a shutdown must not wait for it.
    await Promise.race([openChannel(connection, { work, close, closing, options }), closed])
    await closed
  } finally {
    signal.removeEventListener('abort', close)
    await work.batch
    await closeQuietly(connection)
  }
}

interface ChannelWork {
  /** Resolves when the current batch is settled. */
  batch: Promise<void>
  /** Acknowledges handled messages, then closes the channel: closing the connection may overtake that. */
  close: () => Promise<void>
}

async function openChannel<Read>(
  connection: ChannelModel,
  consumer: {
    readonly work: ChannelWork
    readonly close: () => void
    readonly closing: AbortSignal
    readonly options: ConsumingOptions<Read>
  },
): Promise<void> {
  const { work, close, closing, options } = consumer
  const channel = await connection.createChannel()
  channel.on('error', (error) => options.logger.warn({ err: error }, 'the broker channel broke'))
  channel.on('close', close)
  await channel.prefetch(options.prefetch)
  await declareTopology(channel)
  const acknowledger = new Acknowledger(channel, options.logger)
  work.close = () => {
    acknowledger.flush()
    return closeQuietly(channel)
  }
  const waiting: Arrived<Read>[] = []
  let busy = false
  const settleAll = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0 && !closing.aborted)
      await settleBatch(acknowledger, waiting.splice(0, options.batchMax), closing, options)
    busy = false
  }
  await channel.consume(options.queue, (message) => {
    if (message === null) return close()
    waiting.push({
      message,
      arrivedAt: performance.now(),
      read: options.read(toDelivered(message)),
    })
    if (!busy) work.batch = settleAll()
  })
  options.onConsuming()
}

interface Arrived<Read> {
  readonly message: ConsumeMessage
  readonly arrivedAt: number
  readonly read: Read
}

async function settleBatch<Read>(
  acknowledger: Acknowledger,
  batch: readonly Arrived<Read>[],
  signal: AbortSignal,
  options: ConsumerOptions<Read>,
): Promise<void> {
  const last = batch.at(-1)?.message
  if (last === undefined) return
  const handled = await handleWithRetries(batch, signal, options)
  // Batches are settled in order, so "all up to" covers exactly this batch and those before it.
  if (handled) acknowledger.add(last)
  else acknowledger.refuse(last)
}

/** @returns false when no try succeeded in time, or before the end of the connection */
export async function handleWithRetries<Read>(
  batch: readonly Pick<Arrived<Read>, 'read' | 'arrivedAt'>[],
  signal: AbortSignal,
  options: Pick<ConsumerOptions<Read>, 'handle' | 'logger'>,
): Promise<boolean> {
  const backOff = new BackOff()
  const until = (batch[0]?.arrivedAt ?? 0) + RETRIED_MS
  while (!signal.aborted) {
    try {
      await options.handle(batch.map(({ read }) => read))
      return true
    } catch (error) {
      options.logger.error({ err: error, messages: batch.length }, 'messages could not be handled')
      if (performance.now() >= until) return false
      await backOff.wait(signal)
    }
  }
  return false
}

function toDelivered(message: ConsumeMessage): Delivered {
  const { properties } = message
  return {
    messageId: textOf(properties.messageId),
    traceparent: textOf(properties.headers?.['traceparent']),
    body: message.content,
    redelivered: message.fields.redelivered,
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function abortOn(promise: Promise<void>): AbortSignal {
  const controller = new AbortController()
  void promise.then(() => controller.abort())
  return controller.signal
}
