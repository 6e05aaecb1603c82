import { Gauge } from 'prom-client'
import type { Consumer } from './amqp-consumer.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { Metrics } from '../service/metrics.ts'

/** Shortest interval between requests to the broker, whatever the number of scrapes. */
const FRESH_MS = 5_000
const RESPONSE_TIMEOUT_MS = 1_000

/** Gauges of the ready messages in queues of the broker, for operators. */
export function addQueueDepths(
  registry: Metrics,
  consumer: Pick<Consumer, 'countWaiting'>,
  queues: readonly string[],
): void {
  let readAt = -Infinity
  let isReading = false
  const read = async (): Promise<number[]> => {
    isReading = true
    try {
      return await Promise.all(queues.map((queue) => consumer.countWaiting(queue)))
    } finally {
      isReading = false
    }
  }
  const queueDepths = new Gauge({
    name: 'broker_queue_messages',
    help: 'Messages that wait in a queue, without those that consumers have received and not yet acknowledged.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      if (isReading || performance.now() - readAt < FRESH_MS) return
      readAt = performance.now()
      try {
        const counts = await withTimeout(RESPONSE_TIMEOUT_MS, read(), 'a queue did not respond')
        for (const [index, queue] of queues.entries())
          queueDepths.set({ queue }, counts[index] ?? 0)
      } catch {
        // An unknown depth is not 0.
        queueDepths.reset()
      }
    },
  })
}
