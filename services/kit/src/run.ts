import { flushCompileCache } from 'node:module'
import { ConfigError } from './config.ts'
import { createLogger } from './logger.ts'
import type { LogBindings, Logger } from './logger.ts'

const STOP_LIMIT_MS = 15_000

export interface RunningService extends AsyncDisposable {
  /** Base address, without a slash at the end. */
  readonly url: string
}

/**
 * Runs a service as this process: faults of the configuration are printed at once, SIGTERM, SIGINT and
 * the loss of a parent stop it cleanly, and a parent with an IPC channel hears when it serves.
 */
export async function run<C extends { readonly logLevel: string }>(
  name: string,
  readConfig: () => C,
  start: (config: C, logger: Logger) => Promise<RunningService>,
  bindings: LogBindings = {},
): Promise<void> {
  const config = readConfigOrExit(name, readConfig)
  const logger = createLogger(name, config.logLevel, bindings)
  process.on('uncaughtException', (error) => die(logger, error))
  process.on('unhandledRejection', (error) => die(logger, error))
  const endEarly = endWithParent(logger)
  try {
    const service = await start(config, logger)
    process.off('disconnect', endEarly)
    stopOnSignals(service, logger)
    logger.info({ url: service.url }, 'ready')
    process.send?.({ type: 'ready', url: service.url })
    // Else NODE_COMPILE_CACHE is written at a clean end only, and a process that is killed starts as slowly again.
    flushCompileCache()
  } catch (error) {
    die(logger, error)
  }
}

function readConfigOrExit<C>(name: string, readConfig: () => C): C {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${name}: ${error.message}\n`)
    process.exit(1)
  }
}

/** A parent that is killed while this starts will not be there to stop it later. */
function endWithParent(logger: Logger): () => void {
  const end = (): void => {
    logger.info('the parent is gone')
    process.exit(0)
  }
  process.on('disconnect', end)
  if (process.send !== undefined && !process.connected) end()
  return end
}

function stopOnSignals(service: RunningService, logger: Logger): void {
  let stopping = false
  const stop = (why: string): void => {
    if (stopping) return
    stopping = true
    logger.info({ why }, 'stopping')
    setTimeout(() => {
      logger.error('stopping took too long')
      process.exit(1)
    }, STOP_LIMIT_MS).unref()
    service[Symbol.asyncDispose]().then(
      () => process.exit(0),
      (error: unknown) => die(logger, error),
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  if (process.channel !== undefined && process.channel !== null) {
    process.on('disconnect', () => stop('the parent is gone'))
  }
}

/** A process in an unknown state is worth less than a restart. */
function die(logger: Logger, error: unknown): void {
  logger.fatal({ err: error }, 'stopped by an error')
  process.exit(1)
}
