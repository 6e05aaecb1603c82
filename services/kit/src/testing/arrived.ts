/**
 * What a schema tells, as JSON brings it: times as texts. Nothing is said to be null or left out, because a test
 * knows what it has asked for: where it reads below what is not there, it fails.
 */
export type Arrived<Told> = Told extends Date
  ? string
  : Told extends object
    ? { readonly [Key in keyof Told]-?: Arrived<NonNullable<Told[Key]>> }
    : Told
