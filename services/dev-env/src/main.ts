import { ConfigError } from '@takeoff/kit/config'
import { readConfig } from './config.ts'
import { startDevEnv } from './dev-env.ts'
import type { DevEnv } from './dev-env.ts'
import { PortInUseError } from './free-ports.ts'
import { HomeInUseError } from './home-lock.ts'
import { welcome } from './welcome.ts'

const startedAt = performance.now()

try {
  const config = readConfig()
  await using devEnv = await startUnlessStopped(config)
  if (devEnv !== undefined) {
    console.log(welcome(devEnv, { home: config.home, seconds: secondsSinceStart() }))
    await stopRequest()
    console.log('\nStopping …')
  }
} catch (error) {
  console.error(`\n${explain(error)}`)
  process.exitCode = 1
}

/** Undefined when the user stopped it while it was starting. */
async function startUnlessStopped(
  config: ReturnType<typeof readConfig>,
): Promise<DevEnv | undefined> {
  const stopped = new AbortController()
  const abort = (): void => {
    stopped.abort()
    console.log('Stopping as soon as the start is complete …')
  }
  process.on('SIGINT', abort)
  process.on('SIGTERM', abort)
  const devEnv = await startDevEnv({
    ...config,
    log: (line) => console.log(`${secondsSinceStart().padStart(5)} s  ${line}`),
  })
  process.off('SIGINT', abort)
  process.off('SIGTERM', abort)
  if (!stopped.signal.aborted) return devEnv
  await devEnv[Symbol.asyncDispose]()
  return undefined
}

function stopRequest(): Promise<unknown> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
}

function secondsSinceStart(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}

function explain(error: unknown): string {
  const known = [ConfigError, HomeInUseError, PortInUseError]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
