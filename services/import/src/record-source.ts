/** A file to read records from, and whom to tell about it. */
export interface RecordSource {
  /** As it was given, for people. */
  readonly name: string
  readonly path: string
  readonly onBytes: (count: number) => void
  /** Something that people should know. */
  readonly note: (text: string) => void
}
