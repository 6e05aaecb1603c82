/** An organization cannot be moved, or not yet; the message says why, and what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
  readonly code = 'NOT_MOVED'
}
