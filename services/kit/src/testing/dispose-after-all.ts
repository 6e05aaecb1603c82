import { afterAll } from 'vitest'
import { withTimeout } from '../concurrency/with-timeout.ts'

/** As that of hooks: what a file does before its tests has no limit of the test runner. */
const START_LIMIT_MS = 120_000

/**
 * Closes a resource after the last test of the file that opens it; the one that was opened last is closed first.
 * @throws when the resource takes too long to start
 */
export async function disposeAfterAll<T extends AsyncDisposable>(starting: Promise<T>): Promise<T> {
  const resource = await withTimeout(
    START_LIMIT_MS,
    starting,
    'A resource that the tests of this file share did not start in time.',
  )
  afterAll(() => resource[Symbol.asyncDispose]())
  return resource
}
