import path from 'node:path'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { readCpu } from './cpu.ts'
import { pidIn } from './pid-in.ts'
import { readProcessMetrics } from './process-metrics.ts'

const SERVICES = ['gateway', 'production-lists', 'order-documents', 'webhooks'] as const

/** CPU seconds that the processes of a stack have used, PostgreSQL included. */
export async function stackCpuSeconds({ urls, files }: DevEnv): Promise<number> {
  const metrics = await Promise.all(SERVICES.map((name) => readProcessMetrics(urls[name])))
  const services = metrics.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const postgres = await pidIn(path.join(path.dirname(files), 'postgres/data/postmaster.pid'))
  return services + (readCpu({ postgres })['postgres'] ?? 0)
}
