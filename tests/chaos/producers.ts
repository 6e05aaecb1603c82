import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ProducerOptions, Reported } from './producers-main.ts'

/** Producers of events with the kit's relay, in their own process. */
export interface Producers extends AsyncDisposable {
  /** Resolves when every event is committed; the relay continues. */
  readonly done: Promise<void>
  /** Resolves when the relay runs; immediately if it already does. */
  whenReady(): Promise<void>
  /** Kills them with SIGKILL; they are restarted at once and resume where they stopped. */
  kill9(): Promise<boolean>
}

interface Life {
  readonly child: ChildProcess
  readonly ready: Promise<void>
  readonly ended: Promise<unknown>
}

export function startProducers(options: Omit<ProducerOptions, 'startedAt'>): Producers {
  const entry = path.join(import.meta.dirname, 'producers-main.ts')
  const argument = JSON.stringify({ ...options, startedAt: Date.now() } satisfies ProducerOptions)
  const done = Promise.withResolvers<void>()
  let isOver = false
  const start = (): Life => {
    const child = fork(entry, [argument], { execArgv: [] })
    const ready = Promise.withResolvers<void>()
    child.on('message', (message: Reported) => (message === 'ready' ? ready : done).resolve())
    child.on('exit', (code) => {
      if (isOver) return
      if (code === null) life = start()
      else {
        const error = new Error(`the producers ended with exit code ${code}`)
        done.reject(error)
        ready.reject(error)
      }
    })
    return { child, ready: ready.promise, ended: once(child, 'exit') }
  }
  let life = start()
  const end = async (): Promise<boolean> => {
    const { child, ended } = life
    const isKilled = child.kill('SIGKILL')
    await ended
    return isKilled
  }
  return {
    done: done.promise,
    whenReady: () => life.ready,
    kill9: end,
    async [Symbol.asyncDispose]() {
      isOver = true
      await end()
    },
  }
}
