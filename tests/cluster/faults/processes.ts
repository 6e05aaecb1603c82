import { setTimeout as delay } from 'node:timers/promises'
import { oneOf } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { fleetServices } from '../../fleet/members.ts'

const FROZEN_MS = 4_000
const JUMPED_MS = 5_000
const READS_MS = 2_000
const WRITES_MS = 5_000

const kills = fleetServices.map((name): Fault => ({
  name: `one ${name} is killed`,
  bars: { writesMs: WRITES_MS, readsMs: READS_MS, failures: 'sent before its end' },
  async strike({ services }, struck) {
    const process = oneOf(services.processes[name], struck)
    await process.kill()
    struck.serves()
    await process.serves()
  },
}))

/** What is in flight on a frozen process waits for it, or for the limit of its client. */
const freezes = fleetServices.map((name): Fault => ({
  name: `one ${name} is frozen for ${FROZEN_MS / 1000} s`,
  bars: {},
  async strike({ services }, struck) {
    const process = oneOf(services.processes[name], struck)
    process.freeze()
    await delay(FROZEN_MS)
    process.thaw()
  },
}))

const restarts = fleetServices.map((name): Fault => ({
  name: `one ${name} is restarted`,
  bars: { failures: 'none' },
  async strike({ services }, struck) {
    await oneOf(services.processes[name], struck).restart()
  },
}))

const clocks = fleetServices.map((name): Fault => {
  const seconds = JUMPED_MS / 1000
  return {
    name: `the clock of one ${name} is 25 s ahead for ${seconds} s, and 25 s behind for ${seconds} s`,
    bars: { failures: 'none' },
    async strike({ services }, struck) {
      const process = oneOf(services.processes[name], struck)
      process.jumpClock()
      await delay(JUMPED_MS)
      process.jumpClock()
      await delay(JUMPED_MS)
      process.jumpClock()
    },
  }
})

/** Faults of our own processes. */
export const processFaults: readonly Fault[] = [...kills, ...freezes, ...restarts, ...clocks]
