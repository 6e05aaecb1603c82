import { STOPPED } from '@takeoff/kit/service/command-line'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const open = new Set<AsyncDisposable>()
let stopping: Promise<void> | undefined

/**
 * At Ctrl-C or SIGTERM it is disposed, after what was opened later, and the process ends. Otherwise the databases of an
 * interrupted run stay in the temporary folder, up to 60 GB. Waits for what is being opened then and for what the run opens
 * afterwards: a server that goes on to start would write into a folder that is being removed.
 */
export async function disposeAtSignal<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  let disposing: Promise<void> | undefined
  const dispose = async (): Promise<void> => {
    const resource = await opening.catch(() => undefined)
    await resource?.[Symbol.asyncDispose]()
    open.delete(disposable)
    if (open.size === 0) for (const signal of SIGNALS) process.off(signal, stop)
  }
  // The run and the signal may both dispose it, and what either does next may need it to have ended.
  const disposable = { [Symbol.asyncDispose]: () => (disposing ??= dispose()) }
  open.add(disposable)
  // Ctrl-C may come twice, from the terminal and through npm: the handlers stay.
  for (const signal of SIGNALS) process.off(signal, stop).on(signal, stop)
  const opened = await opening
  // The run must not go on with what is being disposed.
  await stopping
  return { ...opened, ...disposable }
}

function stop(): void {
  stopping ??= disposeAll().finally(() => process.exit(STOPPED))
}

async function disposeAll(): Promise<void> {
  // The run goes on and fails, because its servers end. That must not end the process before the folders are removed.
  process.on('uncaughtException', () => undefined)
  const newest = (): AsyncDisposable | undefined => [...open].at(-1)
  for (let next = newest(); next !== undefined; next = newest()) {
    await Promise.allSettled([next[Symbol.asyncDispose]()])
    open.delete(next)
  }
}
