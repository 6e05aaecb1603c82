import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from './config.ts'
import { createLogger } from './logger.ts'
import type { Logger } from './logger.ts'
import { startTelemetry } from './telemetry.ts'
import type { TelemetryConfig } from './telemetry-config.ts'

const STOP_LIMIT_MS = 15_000

/** A service that accepts requests; disposing it stops it. */
export interface RunningService extends AsyncDisposable {
  /** Base address, without a slash at the end. */
  readonly url: string
  /** Makes `/health/ready` respond with 503, while everything is still served; for SIGTERM. */
  becomeUnready(): void
  /** Hands clients over to other processes before disposal; for SIGTERM, which a rolling restart sends. */
  drain(): Promise<void>
}

interface ProcessConfig extends TelemetryConfig {
  readonly logLevel: string
  readonly shutdownDelayMs: number
}

/**
 * Runs a service as this process: configuration errors are printed, also those that only the start finds; SIGTERM, SIGINT and the loss of a
 * parent stop it cleanly, SIGTERM after `SHUTDOWN_DELAY_MS` and `drain`, and a parent with an IPC channel
 * receives a message when it serves.
 */
export async function run<C extends ProcessConfig>(
  name: string,
  readConfig: () => C,
  start: (config: C, logger: Logger) => Promise<RunningService>,
): Promise<void> {
  const config = readConfigOrExit(name, readConfig)
  const logger = createLogger(name, config.logLevel)
  process.on('uncaughtException', (error) => die(logger, error))
  process.on('unhandledRejection', (error) => die(logger, error))
  const starting = endWhileStarting(logger)
  try {
    const telemetry = await startTelemetry(name, config, logger)
    const service = await start(config, logger)
    starting[Symbol.dispose]()
    stopOnSignals(service, { telemetry, logger, delayMs: config.shutdownDelayMs })
    logger.info({ url: service.url }, 'ready')
    process.send?.({ type: 'ready', url: service.url })
    // Otherwise NODE_COMPILE_CACHE is written only at a clean end, and a killed process starts as slowly again.
    flushCompileCache()
  } catch (error) {
    exitForConfig(name, error)
    die(logger, error)
  }
}

function readConfigOrExit<C>(name: string, readConfig: () => C): C {
  try {
    return readConfig()
  } catch (error) {
    exitForConfig(name, error)
    throw error
  }
}

/** The operator corrects a configuration by its message: a stack would hide it. */
function exitForConfig(name: string, error: unknown): void {
  if (!(error instanceof ConfigError)) return
  process.stderr.write(`${name}: ${error.message}\n`)
  process.exit(1)
}

/**
 * Until disposal, ends the process at once: it serves nothing yet. In a container no signal ends a process that does not
 * listen for it, and a parent that was killed during the start cannot stop this process later.
 */
function endWhileStarting(logger: Logger): Disposable {
  const end = (why: string): void => {
    logger.info({ why }, 'stopped during the start')
    process.exit(0)
  }
  const endWithParent = (): void => end('the parent is gone')
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.on(signal, end)
  process.on('disconnect', endWithParent)
  if (process.send !== undefined && !process.connected) endWithParent()
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, end)
      process.off('disconnect', endWithParent)
    },
  }
}

interface StopOptions {
  readonly telemetry: AsyncDisposable | undefined
  readonly logger: Logger
  readonly delayMs: number
}

function stopOnSignals(service: RunningService, { telemetry, logger, delayMs }: StopOptions): void {
  let isStopping = false
  const stop = async (why: string, { isDraining = false } = {}): Promise<void> => {
    if (isStopping) return
    isStopping = true
    logger.info({ why }, 'stopping')
    if (isDraining) {
      service.becomeUnready()
      await sleep(delayMs)
    }
    setTimeout(() => {
      logger.error('stopping took too long')
      process.exit(1)
    }, STOP_LIMIT_MS).unref()
    try {
      if (isDraining) await service.drain()
      await service[Symbol.asyncDispose]()
      await telemetry?.[Symbol.asyncDispose]()
      process.exit(0)
    } catch (error) {
      die(logger, error)
    }
  }
  process.on('SIGTERM', () => void stop('SIGTERM', { isDraining: true }))
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('disconnect', () => void stop('the parent is gone'))
}

/** A restart is safer than a process in an unknown state. */
function die(logger: Logger, error: unknown): void {
  logger.fatal({ err: error }, 'stopped by an error')
  process.exit(1)
}
