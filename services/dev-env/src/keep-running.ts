import { setTimeout as delay } from 'node:timers/promises'
import type { GuardedProcess } from './guarded-process.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

const BACK_OFF_MS = 500

export interface KeepRunningOptions {
  /** Name for the log line when it ended. */
  readonly name: string
  /** Starts it once more, on the same data and address. */
  readonly start: () => Promise<GuardedProcess>
  readonly say: (line: string) => void
}

/** Starts a foreign program again whenever it ends, until it is disposed. */
export interface SupervisedProcess extends AsyncDisposable {
  /** Resolves when the signal has ended it; it is started again. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Kills it; it is started again when it is brought back. */
  takeAway(): Promise<void>
  bringBack(): void
}

interface State {
  current: GuardedProcess
  readonly stopping: AbortController
  /** While it is taken away: resolves when it is brought back. */
  away: PromiseWithResolvers<void> | undefined
}

export function keepRunning(first: GuardedProcess, options: KeepRunningOptions): SupervisedProcess {
  const state: State = { current: first, stopping: new AbortController(), away: undefined }
  const keeping = keep(state, options)
  return {
    kill: (signal) => state.current.kill(signal),
    async takeAway() {
      state.away ??= Promise.withResolvers()
      await state.current.kill('SIGKILL')
    },
    bringBack: () => bringBack(state),
    async [Symbol.asyncDispose]() {
      state.stopping.abort()
      bringBack(state)
      await state.current[Symbol.asyncDispose]()
      await keeping
    },
  }
}

function bringBack(state: State): void {
  state.away?.resolve()
  state.away = undefined
}

async function keep(state: State, { name, start, say }: KeepRunningOptions): Promise<void> {
  const { signal } = state.stopping
  for (;;) {
    const code = await state.current.exited
    if (signal.aborted) return
    say(`${name} ended (exit code ${code}); starting it again`)
    await delay(BACK_OFF_MS, undefined, { signal }).catch(() => undefined)
    await state.away?.promise
    if (signal.aborted) return
    try {
      state.current = await start()
      // Disposal ended the old process while this one was starting.
      if (signal.aborted) await state.current[Symbol.asyncDispose]()
    } catch (error) {
      say(errorMessage(error))
    }
  }
}
