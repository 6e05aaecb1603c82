import type { Logger } from './logger.ts'
import { exporterOf } from './telemetry-config.ts'
import type { TelemetryConfig } from './telemetry-config.ts'

/**
 * Records traces if an exporter is configured. Otherwise the SDK is not even loaded.
 * @param name of the process
 * @returns exports the last spans and ends recording, within a few seconds
 */
export async function startTelemetry(
  name: string,
  config: TelemetryConfig,
  logger: Logger,
): Promise<AsyncDisposable | undefined> {
  const exporter = exporterOf(config)
  if (exporter === undefined) return undefined
  const { startTracing } = await import('./telemetry-sdk.ts')
  return startTracing({ ...config, name: config.telemetryServiceName || name, exporter }, logger)
}
