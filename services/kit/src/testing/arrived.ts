/**
 * The types of a schema as they arrive in JSON: times as texts. No member is nullable or optional, because a test
 * knows what it has requested: where it reads below a missing member, it fails.
 */
export type Arrived<Sent> = Sent extends Date
  ? string
  : Sent extends object
    ? { readonly [Key in keyof Sent]-?: Arrived<NonNullable<Sent[Key]>> }
    : Sent
