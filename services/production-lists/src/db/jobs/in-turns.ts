import { ConflictError } from '@takeoff/kit/values/errors'

/** How often keys that other jobs give up are looked for. */
const TURNS_MAX = 3

/**
 * Locks and creates jobs by their external identifiers. Between the two another request can create a job with such a key or
 * give it another one, so that the job is neither found nor created.
 * @param turn resolves with undefined as long as a key has no job
 * @throws ConflictError when other requests give and take these keys meanwhile, again and again
 */
export async function inTurns<T>(turn: () => Promise<T | undefined>): Promise<T> {
  for (let turns = 1; turns <= TURNS_MAX; turns += 1) {
    const done = await turn()
    if (done !== undefined) return done
  }
  throw new ConflictError(
    'Other requests change the same external identifiers at the same time. Nothing was saved. Send the request again.',
  )
}
