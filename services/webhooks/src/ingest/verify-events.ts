import type { AggregateState } from '@takeoff/contracts/aggregate-states'
import { mergeById } from '@takeoff/kit/verification/merge-by-id'
import { readInOrder } from '@takeoff/kit/verification/read-in-order'
import type { Verification } from '@takeoff/kit/verification/run-verify'
import type { States } from '@takeoff/kit/verification/states-file'
import { selectEventSequences } from '../db/event-sequences.ts'
import type { EventSequences } from '../db/event-sequences.ts'

/**
 * Compares the events that a service must have published with those that arrived. Each aggregate numbers its events
 * from 1, so its state says which ones there are.
 * @param eventsSince earlier events may have been deleted
 */
export async function verifyEvents(
  verification: Verification,
  states: States,
  eventsSince: Date,
): Promise<void> {
  const { service, types } = states.header
  const { settledBefore, report } = verification
  for (const type of types) {
    const arrived = readInOrder(verification, selectEventSequences, { type })
    for await (const [state, events] of mergeById(states.of(type), arrived)) {
      if (events !== undefined && events.receivedAt > settledBefore) continue
      if (state === undefined) {
        report(`unknown ${type}: ${events?.id} has events here, and ${service} does not have it`)
        continue
      }
      if (Date.parse(state.updatedAt) > settledBefore.getTime()) continue
      const { lost, ahead, twice } = compareSequences(state, events, eventsSince)
      const has = `${service} has ${state.sequence === 0 ? 'none' : `up to ${state.sequence}`}`
      for (const sequence of lost) report(`lost event: ${sequence} of ${type} ${state.id}`)
      for (const sequence of ahead)
        report(`event of a lost change: ${sequence} of ${type} ${state.id}, and ${has}`)
      for (const sequence of twice)
        report(`two events of one number: ${sequence} of ${type} ${state.id}`)
    }
  }
}

/** Which numbers are missing, too high, or there more than once. */
function compareSequences(
  { sequence, waiting, createdAt }: AggregateState,
  events: Pick<EventSequences, 'sequences'> | undefined,
  eventsSince: Date,
) {
  const sequences = events?.sequences ?? []
  const there = new Set([...sequences, ...waiting])
  // Events older than the retention were deleted, so an aggregate may start with a later number than 1.
  const isWhole = Date.parse(createdAt) >= eventsSince.getTime()
  const first = isWhole ? 1 : Math.min(sequences[0] ?? Infinity, sequence + 1)
  const lost: number[] = []
  for (let one = first; one <= sequence; one += 1) if (!there.has(one)) lost.push(one)
  return {
    lost,
    ahead: [...new Set(sequences)].filter((one) => one > sequence),
    twice: [...new Set(sequences.filter((one, index) => sequences[index - 1] === one))],
  }
}
