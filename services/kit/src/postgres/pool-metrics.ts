import { Gauge, Histogram } from 'prom-client'
import type { Metrics } from '../service/metrics.ts'

const WAIT_BUCKETS_SECONDS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** The driver's connection pool, as far as it is measured. */
export interface MeasuredPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
  connect: () => Promise<unknown>
}

/** Measures the connections of a pool, and how long statements and transactions wait for one. */
export function measurePool(pool: MeasuredPool, metrics: Metrics): void {
  const registers = [metrics]
  const connections: Gauge = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database, by state: used or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'database_pool_connections_max',
    help: 'Maximum connections of this process (DATABASE_POOL_SIZE).',
    registers,
  }).set(pool.options.max)
  const waiting: Gauge = new Gauge({
    name: 'database_pool_waiting_requests',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect: () => waiting.set(pool.waitingCount),
  })
  const waits = new Histogram({
    name: 'database_pool_wait_seconds',
    help: 'Time that statements and transactions waited for a connection, until they had one or an error.',
    buckets: WAIT_BUCKETS_SECONDS,
    registers,
  })
  const connect = pool.connect.bind(pool)
  pool.connect = () => {
    const stop = waits.startTimer()
    return connect().finally(() => void stop())
  }
}
