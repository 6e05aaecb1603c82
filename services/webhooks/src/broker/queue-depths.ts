import { Gauge } from 'prom-client'
import type { Consumer } from './amqp-consumer.ts'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'

/** A broker is not asked more often, however many scrape. */
const FRESH_MS = 5_000
const ANSWER_TIMEOUT_MS = 1_000

/** How many messages wait in queues of the broker, for those who operate it. */
export function addQueueDepths(
  registry: Metrics,
  consumer: Pick<Consumer, 'countWaiting'>,
  queues: readonly string[],
): void {
  let askedAt = -Infinity
  let isAsking = false
  const ask = async (): Promise<number[]> => {
    isAsking = true
    try {
      return await Promise.all(queues.map((queue) => consumer.countWaiting(queue)))
    } finally {
      isAsking = false
    }
  }
  const depths = new Gauge({
    name: 'broker_queue_messages',
    help: 'Messages that wait in a queue, those in the hands of consumers not counted.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      if (isAsking || performance.now() - askedAt < FRESH_MS) return
      askedAt = performance.now()
      try {
        const counts = await withTimeout(ANSWER_TIMEOUT_MS, ask(), 'a queue does not answer')
        for (const [index, queue] of queues.entries()) depths.set({ queue }, counts[index] ?? 0)
      } catch {
        // Unknown is not 0.
        depths.reset()
      }
    },
  })
}
