import type { ReadJobRecord } from '@takeoff/contracts/jobs/job-record'

/** A file to read records from, with the receiver of its progress. */
export interface RecordSource {
  /** The name as given on the command line, for messages. */
  readonly name: string
  readonly path: string
  readonly onBytes: (count: number) => void
  /** Ends the read with an AbortError. */
  readonly stop: AbortSignal
}

/** A record and the line of the file on which it begins, from 1. */
export interface FileRecord {
  readonly line: number
  readonly read: ReadJobRecord
}
