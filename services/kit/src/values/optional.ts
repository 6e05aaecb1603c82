/** A value that a caller may leave out or set to null. */
export type Optional<Value> = Value | null | undefined
