import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

const FULL_MS = 5_000

/** Faults of the file store. Orders are placed meanwhile, and their documents are rendered when there is space. */
export const fileFaults: readonly Fault[] = [
  {
    name: `the file store is full for ${FULL_MS / 1000} s`,
    bars: {},
    needsDisks: true,
    async strike({ disks, home }) {
      const folder = path.join(home, 'files')
      await disks.fill(folder)
      await delay(FULL_MS)
      await disks.empty(folder)
    },
  },
]
