import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from './now-ms.ts'

/** Starts tasks at a steady pace, whether or not earlier ones have ended. Returns when each was due. */
export async function atPace(
  { perSecond, count }: { readonly perSecond: number; readonly count: number },
  begin: (index: number) => void,
): Promise<Float64Array> {
  const beginMs = nowMs()
  const dueMs = Float64Array.from(
    { length: count },
    (_, index) => beginMs + (index * 1000) / perSecond,
  )
  for (const [index, due] of dueMs.entries()) {
    // A timer takes at least a millisecond.
    while (nowMs() < due) await sleep(1)
    begin(index)
  }
  return dueMs
}
