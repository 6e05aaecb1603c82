/** A file to read records from, with the receivers of its progress and notes. */
export interface RecordSource {
  /** The name as given on the command line, for messages. */
  readonly name: string
  readonly path: string
  readonly onBytes: (count: number) => void
  /** Reports a note to the user. */
  readonly note: (text: string) => void
}
