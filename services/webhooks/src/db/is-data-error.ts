/** PostgreSQL cannot hold a value that JSON can, such as U+0000 in a string: class 22 of its errors. */
export function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('22')
}
