/** Node's timer adds its sampling interval to each measured delay. */
const LOOK_INTERVAL_MS = 10

export interface ProcessMetrics {
  readonly residentMb: number
  /** Includes garbage that is not collected yet. */
  readonly heapMb: number
  /** Since the process started. */
  readonly cpuSeconds: number
  /** Event loop delays since the metrics were last read. */
  readonly delayP99Ms: number
  readonly delayMaxMs: number
}

/** Reads the metrics of a service. */
export async function readProcessMetrics(serviceUrl: string): Promise<ProcessMetrics> {
  const text = await (await fetch(`${serviceUrl}/metrics`)).text()
  const value = (name: string): number => {
    const match = new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)
    if (match === null) throw new Error(`${serviceUrl}/metrics has no ${name}`)
    return Number(match[1])
  }
  const delay = (which: string): number =>
    Math.max(0, value(`nodejs_eventloop_lag_${which}_seconds`) * 1000 - LOOK_INTERVAL_MS)
  return {
    residentMb: value('process_resident_memory_bytes') / 1_000_000,
    heapMb: value('nodejs_heap_size_used_bytes') / 1_000_000,
    cpuSeconds: value('process_cpu_seconds_total'),
    delayP99Ms: delay('p99'),
    delayMaxMs: delay('max'),
  }
}
