import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage } from '@takeoff/kit/values/caught'

const BACK_OFF_MS = [100, 500, 1_000, 2_000, 5_000] as const
/** A process that ran this long starts again after the shortest wait. */
const STABLE_MS = 10_000

/** A child of this process. Disposing stops it, and resolves when it has ended. */
export interface RunningProcess extends AsyncDisposable {
  readonly pid: number
  /** Resolves with what ended it. */
  readonly exited: Promise<string>
  isRunning(): boolean
  /**
   * Resolves when the signal has ended it.
   * @returns false when it has ended before
   */
  kill(signal: NodeJS.Signals): Promise<boolean>
}

export interface KeepRunningOptions<T> {
  /** Name for the log line when it ended. */
  readonly name: string
  /** Starts it once more, on the same data and address. */
  readonly start: () => Promise<T>
  readonly say: (line: string) => void
}

/** Starts a process again whenever it ends, until it is disposed. */
export interface SupervisedProcess<T> extends AsyncDisposable {
  /** The process that runs now, or that ran last. */
  current(): T
  /**
   * Resolves when the signal has ended it; it is started again.
   * @returns false when there was nothing to kill, as it has just ended and starts again
   */
  kill(signal: NodeJS.Signals): Promise<boolean>
  /** Kills it; it is started again when it is brought back. */
  takeAway(): Promise<void>
  bringBack(): void
}

interface State<T> {
  current: T
  readonly stopping: AbortController
  /** How often it has ended since it was stable or killed here. */
  crashes: number
  /** While it is taken away: resolves when it is brought back. */
  away: PromiseWithResolvers<void> | undefined
}

export function keepRunning<T extends RunningProcess>(
  first: T,
  options: KeepRunningOptions<T>,
): SupervisedProcess<T> {
  const stopping = new AbortController()
  const state: State<T> = { current: first, stopping, crashes: 0, away: undefined }
  const keeping = keep(state, options)
  const kill = (signal: NodeJS.Signals): Promise<boolean> => {
    // It does not crash by itself, so it restarts after the shortest wait.
    state.crashes = 0
    return state.current.kill(signal)
  }
  const bringBack = (): void => {
    state.away?.resolve()
    state.away = undefined
  }
  return {
    current: () => state.current,
    kill,
    async takeAway() {
      state.away ??= Promise.withResolvers()
      await kill('SIGKILL')
    },
    bringBack,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      bringBack()
      await state.current[Symbol.asyncDispose]()
      await keeping
    },
  }
}

async function keep<T extends RunningProcess>(
  state: State<T>,
  { name, start, say }: KeepRunningOptions<T>,
): Promise<void> {
  const { signal } = state.stopping
  for (;;) {
    const startedAt = performance.now()
    const how = await state.current.exited
    if (signal.aborted) return
    if (performance.now() - startedAt > STABLE_MS) state.crashes = 0
    const waitMs = BACK_OFF_MS[Math.min(state.crashes, BACK_OFF_MS.length - 1)]
    state.crashes += 1
    say(`${name} ended (${how}); starting it again`)
    await delay(waitMs, undefined, { signal }).catch(() => undefined)
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
