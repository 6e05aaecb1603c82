import { readVariables } from '../service/config.ts'
import { createLogger } from '../service/logger.ts'
import { startTelemetry } from '../service/telemetry.ts'
import { telemetryVariables } from '../service/telemetry-config.ts'
import { inSpan, startLinkedSpan } from '../service/tracing.ts'
import { exportingTo, startCollector } from './collector.ts'
import type { CollectedSpan } from './collector.ts'

/** Records the traces of this process. */
export interface SpanRecorder extends AsyncDisposable {
  /** Runs work as a request whose trace is recorded, for a harness without a server. */
  asRequest<T>(work: () => Promise<T>): Promise<T>
  /** Ends recording, and returns all spans. */
  end(): Promise<readonly CollectedSpan[]>
}

/** @param service started afterwards, because its server records no requests otherwise */
export async function startSpanRecorder(service: string): Promise<SpanRecorder> {
  const collector = await startCollector()
  const config = readVariables(telemetryVariables, exportingTo(collector))
  const telemetry = await startTelemetry(service, config, createLogger('test', 'silent'))
  const stop = async (): Promise<void> => telemetry?.[Symbol.asyncDispose]()
  return {
    asRequest: (work) =>
      inSpan(startLinkedSpan('request', `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`), work),
    async end() {
      await stop()
      return collector.spans
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await collector[Symbol.asyncDispose]()
    },
  }
}
