import path from 'node:path'
import { ConfigError } from '@takeoff/kit/service/config'
import { readConfig } from './config.ts'
import { startDevEnv } from './dev-env.ts'
import { PortInUseError } from './require-free-port.ts'
import { HomeInUseError } from './home-lock.ts'
import { startBuild } from './start-build.ts'
import { UnusableUserError } from './unprivileged-user.ts'
import { welcome } from './welcome.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

/** Fulfilled by the first request to stop, at whatever moment of the start it comes. */
const stop = Promise.withResolvers<void>()
let isStopping = false

// Ctrl-C may come twice, from the terminal and through npm: the handlers stay.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, requestStop)

try {
  const config = readConfig()
  await using devEnv = await startDevEnv({
    ...config,
    // Orders progress by themselves, so that the stack shows changes.
    environment: { 'provider-simulator': { SIMULATOR_STEP_MS: '20000' } },
    say: (line) => console.log(`${secondsSinceStart().padStart(5)} s  ${line}`),
  })
  if (!isStopping) {
    console.log(welcome(devEnv, { home: config.home, seconds: secondsSinceStart() }))
    const logOf = (name: string): string => path.join(devEnv.logs, name)
    await using _console = await startBuild({
      script: 'console',
      logFile: logOf('console-build.log'),
    })
    await using _docs = await startBuild({
      script: 'docs',
      logFile: logOf('docs.log'),
      isLowPriority: true,
    })
    await stop.promise
  }
} catch (error) {
  console.error(`\n${explain(error)}`)
  process.exitCode = 1
}

function requestStop(): void {
  if (isStopping) return
  isStopping = true
  console.log('\nStopping …')
  stop.resolve()
}

function secondsSinceStart(): string {
  // Measured from the start of this process, including module loading.
  return (performance.now() / 1000).toFixed(1)
}

function explain(error: unknown): string {
  const known = [ConfigError, HomeInUseError, PortInUseError, UnusableUserError]
  if (known.some((kind) => error instanceof kind)) return errorMessage(error)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
