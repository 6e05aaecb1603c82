import type { Infrastructure } from './infrastructure.ts'
import type { ProcessName } from './service-name.ts'
import type { StackServices } from './stack-services.ts'
import { waitFor } from './wait-for.ts'

const READY_LIMIT_MS = 120_000

/** Faults that a test may inject into a running stack; it recovers from each of them by itself. */
export interface Faults {
  /**
   * Kills a process with SIGKILL; it is started again by itself.
   * @returns false when there was nothing to kill, as it has just ended and starts again
   */
  kill9(name: ProcessName): Promise<boolean>
  /** Resolves when a process serves, at once when it does. */
  whenReady(name: ProcessName): Promise<void>
  /** Freezes a process (SIGSTOP) until it is thawed. */
  freeze(name: ProcessName): Promise<void>
  thaw(name: ProcessName): Promise<void>
  /** Kills a process, or the private broker; it is started again when it is brought back. */
  takeAway(name: ProcessName | 'broker'): Promise<void>
  /** Resolves when it serves. */
  bringBack(name: ProcessName | 'broker'): Promise<void>
  /**
   * PostgreSQL's immediate stop, as a crash; resolves when it was started again and serves.
   * @returns false when there was nothing to stop, as it has just ended and starts again
   */
  stopPostgres(): Promise<boolean>
  /**
   * Kills the private broker with SIGKILL; resolves when it was started again and takes connections.
   * @returns false when there was nothing to kill, as it has just ended and starts again
   */
  killBroker(): Promise<boolean>
  /** Makes the private broker block publishers as if its memory were full, or unblocks them. */
  setMemoryAlarm(isOn: boolean): Promise<void>
}

export function faultsOf(
  { postgres, broker }: Pick<Infrastructure, 'postgres' | 'broker'>,
  services: StackServices,
): Faults {
  const whenReady = async (name: ProcessName): Promise<void> => {
    const service = services.named(name)
    await waitFor(() => service.isReady() || undefined, { what: name, limitMs: READY_LIMIT_MS })
  }
  return {
    kill9: (name) => services.named(name).kill('SIGKILL'),
    whenReady,
    freeze: async (name) => services.named(name).freeze(),
    thaw: async (name) => services.named(name).thaw(),
    async takeAway(name) {
      if (name === 'broker') await broker?.takeAway()
      else await services.named(name).takeAway()
    },
    async bringBack(name) {
      if (name === 'broker') return broker?.bringBack()
      services.named(name).bringBack()
      await whenReady(name)
    },
    stopPostgres: () => postgres.stopImmediately(),
    async killBroker() {
      const isKilled = await broker?.kill9()
      await broker?.restarted()
      return isKilled ?? false
    },
    setMemoryAlarm: async (isOn) => broker?.setMemoryAlarm(isOn),
  }
}
