import { shortened } from '@takeoff/contracts/character-count'
import type { Refusal } from './batches.ts'

const KEY_LENGTH_MAX = 80

/** Results of the records of a file, of all runs together. */
export interface Counts {
  readonly records: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
}

/** `jobs.csv: 300 records: 290 created, 0 changed, 8 unchanged, 2 refused` */
export function countsLine(name: string, counts: Counts): string {
  const { records, created, changed, unchanged, refused } = counts
  return `${name}: ${records} records: ${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused`
}

/** `jobs.csv:18: record 17 key "A-17": measurements.roof.ridges.length must not be negative` */
export function refusalLine(name: string, { record, line, key, path, reason }: Refusal): string {
  const which = key === null ? '' : ` key ${JSON.stringify(shortened(key, KEY_LENGTH_MAX))}`
  return `${name}:${line}: record ${record}${which}: ${path === '' ? '' : `${path} `}${reason}`
}
