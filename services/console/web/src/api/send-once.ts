import { isOutcomeUnknown } from './is-outcome-unknown.ts'

/** The idempotency keys of the calls whose outcome is unknown, by what the calls do. */
export type SentKeys = Pick<Map<string, string>, 'get' | 'set' | 'delete' | 'clear' | 'size'>

/** Whether a call was sent and its outcome is unknown: sent again, it has the same key. */
export const isSent = (keys: SentKeys, content: unknown): boolean =>
  keys.get(JSON.stringify(content)) !== undefined

/**
 * Sends a call with an idempotency key. While its outcome is unknown, the same call is sent with the same key, so that it
 * has its effect once when the person tries again.
 * @param content what the call does: its variables, and what decides beside them
 */
export async function sendOnce<Result>(
  keys: SentKeys,
  content: unknown,
  send: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  const call = JSON.stringify(content)
  const key = keys.get(call) ?? crypto.randomUUID()
  keys.set(call, key)
  try {
    const result = await send(key)
    keys.delete(call)
    return result
  } catch (error) {
    if (!isOutcomeUnknown(error)) keys.delete(call)
    throw error
  }
}
