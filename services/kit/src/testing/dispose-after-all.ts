import { afterAll } from 'vitest'

/** Closes a resource after the last test of the file that opens it; the one that was opened last is closed first. */
export function disposeAfterAll<T extends AsyncDisposable>(resource: T): T {
  afterAll(() => resource[Symbol.asyncDispose]())
  return resource
}
