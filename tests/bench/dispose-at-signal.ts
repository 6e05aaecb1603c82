import { STOPPED } from '@takeoff/kit/service/command-line'

/**
 * At Ctrl-C or SIGTERM disposes these, the last one first, and ends the process. Otherwise the databases of an interrupted
 * run stay in the temporary folder, up to 60 GB.
 */
export function disposeAtSignal(...resources: readonly AsyncDisposable[]): void {
  const dispose = async (): Promise<void> => {
    for (const resource of resources.toReversed()) await resource[Symbol.asyncDispose]()
  }
  let stopping: Promise<void> | undefined
  // Ctrl-C may come twice, from the terminal and through npm: the handlers stay.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void (stopping ??= dispose().finally(() => process.exit(STOPPED))))
}
