import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { compileCacheFolder } from '../build/compile-cache.ts'

/** A program of a service that runs in a process of its own. */
export interface RunningProgram {
  /** Resolves when it has printed something. */
  printed(): Promise<void>
  /** Kills it when it has printed something. */
  kill(): Promise<void>
  /** What it has printed when it ends, with a signal or by itself. */
  end(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly output: string }>
}

/** Starts a program with these arguments, and with this environment alone, except for where compiled modules are. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProgram {
  const child = fork(file, [...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { NODE_COMPILE_CACHE: compileCacheFolder, ...env },
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the output is not piped')
  // Without reading it, so that `end` returns it too.
  const printed = async (): Promise<void> => void (await once(stdout, 'readable'))
  return {
    printed,
    async kill() {
      await printed()
      child.kill('SIGKILL')
      await ended
    },
    async end(signal) {
      if (signal !== undefined) child.kill(signal)
      const [printed, errors, [code]] = await Promise.all([text(stdout), text(stderr), ended])
      return { code, output: printed + errors }
    },
  }
}
