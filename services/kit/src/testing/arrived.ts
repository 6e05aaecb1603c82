/**
 * The types of a schema as they arrive in JSON: times as texts. No member is nullable or optional, because a test
 * knows what it has requested: where it reads below a missing member, it fails.
 */
export type Arrived<Told> = Told extends Date
  ? string
  : Told extends object
    ? { readonly [Key in keyof Told]-?: Arrived<NonNullable<Told[Key]>> }
    : Told
