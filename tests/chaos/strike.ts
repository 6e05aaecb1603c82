import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '@takeoff/dev-env/wait-for'
import type { SharedDevEnv } from '../e2e/support/dev-env.ts'
import type { Fault, Victim } from './fault-plan.ts'
import type { Producers } from './producers.ts'
import type { Receivers } from './receivers.ts'

const PATIENCE_MS = 180_000

export interface Struck {
  readonly devEnv: SharedDevEnv
  readonly receivers: Receivers
  readonly producers: Producers
  /** Ends the wait for the moments of faults; those that have begun are taken back. */
  readonly signal: AbortSignal
}

/** Injects each fault at its moment; when all are over, resolves with the count of each kind. */
export async function strikeAll(
  faults: readonly Fault[],
  struck: Struck,
): Promise<Record<string, number>> {
  const tally: Record<string, number> = {}
  const startedAt = performance.now()
  const strikeInTime = async (fault: Fault): Promise<void> => {
    const waitMs = Math.max(0, startedAt + fault.atSeconds * 1000 - performance.now())
    await delay(waitMs, undefined, { signal: struck.signal })
    await strike(fault, struck)
    const name = fault.kind === 'kill' ? `kill ${fault.target}` : fault.kind
    tally[name] = (tally[name] ?? 0) + 1
  }
  const killOneByOne = async (): Promise<void> => {
    for (const fault of faults) if (fault.kind === 'kill') await strikeInTime(fault)
  }
  const others = faults.filter(({ kind }) => kind !== 'kill')
  const all = [killOneByOne(), ...others.map(strikeInTime)]
  await Promise.allSettled(all)
  await Promise.all(all)
  return tally
}

async function strike(fault: Fault, struck: Struck): Promise<unknown> {
  const { devEnv, receivers } = struck
  switch (fault.kind) {
    case 'kill': {
      const { whenReady, kill9 } = killable(fault.target, struck)
      await whenReady()
      await delay(fault.lifeSeconds * 1000)
      return strikeWhenPossible(kill9)
    }
    case 'postgres-stop':
      return strikeWhenPossible(() => devEnv.stopPostgres())
    case 'broker-kill':
      return strikeWhenPossible(() => devEnv.killBroker())
    case 'freeze':
      await devEnv.freeze(fault.target)
      await delay(fault.forSeconds * 1000)
      return devEnv.thaw(fault.target)
    case 'memory-alarm':
      await strikeWhenPossible(() => setMemoryAlarm(devEnv, true))
      await delay(fault.forSeconds * 1000)
      return strikeWhenPossible(() => setMemoryAlarm(devEnv, false))
    case 'outage':
      await receivers.setDown(true)
      await delay(fault.forSeconds * 1000)
      return receivers.setDown(false)
    default:
      return fault satisfies never
  }
}

function killable(
  victim: Victim,
  { devEnv, producers }: Struck,
): Pick<Producers, 'whenReady' | 'kill9'> {
  if (victim === 'producers') return producers
  return { whenReady: () => devEnv.whenReady(victim), kill9: () => devEnv.kill9(victim) }
}

/** Resolves with false while the broker itself is down. */
async function setMemoryAlarm(devEnv: SharedDevEnv, isOn: boolean): Promise<boolean> {
  return devEnv.setMemoryAlarm(isOn).then(
    () => true,
    () => false,
  )
}

/** Retries, because a process that is just restarting cannot be struck yet. */
async function strikeWhenPossible(attempt: () => Promise<boolean>): Promise<void> {
  const what = 'The strike of a fault'
  await waitFor(async () => (await attempt()) || undefined, { what, limitMs: PATIENCE_MS })
}
