/** What a caller may leave out or give as null. */
export type Optional<Value> = Value | null | undefined
