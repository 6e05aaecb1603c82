import type { Observation } from './observe.ts'

const HEAD = `| Fault | No write for | No read for | Writes, after | Reads, after | Events later by | Failed writes, reads | Load |  |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`

/** The table of a run in Markdown. Times are in seconds. */
export function tableOf(observations: readonly Observation[]): string {
  return [HEAD, ...observations.map(rowOf)].join('\n')
}

/** One row of the table. */
export function rowOf(observation: Observation): string {
  const { fault, failedWrites, failedReads, machineLoad, notes, problems, broken } = observation
  const { writeGapMs, readGapMs, writesMs, readsMs, eventsMs } = observation
  const times = [writeGapMs, readGapMs, writesMs, readsMs, eventsMs].map(
    (ms) => `${(ms / 1000).toFixed(1)} s`,
  )
  const cells = [
    fault.name,
    ...times,
    `${failedWrites}, ${failedReads}`,
    machineLoad.toFixed(0),
    [...problems, ...broken, ...notes].join('; '),
  ]
  return `| ${cells.join(' | ')} |`
}
