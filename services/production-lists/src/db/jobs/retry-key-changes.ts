import { ConflictError } from '@takeoff/kit/values/errors'

/** Maximum attempts to find or create the jobs. */
const ATTEMPTS_MAX = 3

/**
 * Locks and creates jobs by their external identifiers. Between the two another request can create a job with such a key or
 * give it another one, so that the job is neither found nor created.
 * @param attempt resolves with undefined as long as a key has no job
 * @throws ConflictError when other requests give and take these keys meanwhile, again and again
 */
export async function retryKeyChanges<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
    const done = await attempt()
    if (done !== undefined) return done
  }
  throw keysChange()
}

export function keysChange(): ConflictError {
  return new ConflictError(
    'Other requests change the same external identifiers at the same time. Nothing was saved. Send the request again.',
  )
}
