import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from './context.ts'

/**
 * Creates something once for a caller's Idempotency-Key.
 * @param create must call `remember` in the transaction that creates it
 * @returns the id that this call, or the first call with the key, has created
 * @throws IdempotencyConflictError when the key was used with other arguments
 */
export function createOnce(
  { database, caller, idempotencyKey }: Context,
  operation: string,
  args: object,
  create: (remember: Remember) => Promise<string>,
): Promise<string> {
  return runIdempotent(
    { database, caller, idempotencyKey, operation, arguments: args },
    { create, replay: (id) => Promise.resolve(id) },
  )
}
