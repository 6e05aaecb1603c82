/** The code contradicts itself: a bug, which is logged in full and masked at the edge. */
class InvariantError extends Error {
  override readonly name = 'InvariantError'
  readonly code = 'INVARIANT_VIOLATED'
}

/**
 * For conditions that only a bug can make false. Input has errors with codes of their own.
 * @throws InvariantError when the condition does not hold
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}

/**
 * For a case that the types exclude: the compiler refuses the call once a union has a new member.
 * @throws InvariantError always
 */
export function assertNever(value: never, what: string): never {
  throw new InvariantError(`unknown ${what}: ${JSON.stringify(value)}`)
}
