/** The message of a thrown error. A thrown value that is no error is its own message. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The code of a thrown error, as those of Node and PostgreSQL have one. */
export function errorCode(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}
