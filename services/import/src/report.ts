import type { Refusal } from './batches.ts'
import type { Journal } from './journal.ts'

const KEY_LENGTH_MAX = 80

/** Results of the records of a file, of all runs together. */
export interface Report {
  readonly records: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
}

/** Writes every bad record and the counts to standard output. */
export async function reportFile(
  name: string,
  journal: Journal,
  durationMs: number,
): Promise<Report> {
  let report: Report = { records: 0, created: 0, changed: 0, unchanged: 0, refused: 0 }
  for await (const { last, created, changed, unchanged, refusals } of journal.entries()) {
    for (const refusal of refusals) process.stdout.write(`${refusalLine(name, refusal)}\n`)
    report = {
      records: last,
      created: report.created + created,
      changed: report.changed + changed,
      unchanged: report.unchanged + unchanged,
      refused: report.refused + refusals.length,
    }
  }
  const { records, created, changed, unchanged, refused } = report
  const seconds = durationMs / 1000
  const rate = Math.round((records - journal.done) / Math.max(seconds, 0.001))
  process.stdout.write(
    `${name}: ${records} records: ${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused (${seconds.toFixed(1)} s, ${rate} records a second)\n`,
  )
  return report
}

/** `jobs.csv:record 17 key "A-17": measurements.roof.ridges.length must not be negative` */
export function refusalLine(name: string, { record, key, path, reason }: Refusal): string {
  const shown =
    key !== null && key.length > KEY_LENGTH_MAX ? `${key.slice(0, KEY_LENGTH_MAX)}…` : key
  const which = shown === null ? '' : ` key ${JSON.stringify(shown)}`
  return `${name}:record ${record}${which}: ${path === '' ? '' : `${path} `}${reason}`
}
