import type { SentKeys } from '../api/send-once.ts'

/** The key and the first attempt (ms) of each call, as the text `key time`. */
export type StoredKeys = Readonly<Record<string, string>>

/** The server forgets a key 24 hours after its call, which would have its effect once more then. */
const KNOWN_MS = 23 * 3_600_000

/** Whether there are calls whose outcome is unknown, and which have their effect once when they are sent again. */
export const hasKnownKeys = (keys: StoredKeys = {}): boolean =>
  Object.values(keys).some((stored) => knownKey(stored) !== undefined)

function knownKey(stored = ''): string | undefined {
  const [key, sentAt] = stored.split(' ')
  return Date.now() - Number(sentAt) < KNOWN_MS ? key : undefined
}

/**
 * The idempotency keys of calls whose outcome is unknown, kept with a draft: after a reload, too, the same call is sent
 * with the same key, for as long as the server knows it.
 * @param found those that the draft has
 * @param keep puts them into the draft
 */
export function draftKeys(found: StoredKeys = {}, keep: (keys: StoredKeys) => void): SentKeys {
  const keys = new Map(Object.entries(found))
  const kept = <Result>(result: Result): Result => {
    keep(Object.fromEntries(keys))
    return result
  }
  return {
    get: (call) => knownKey(keys.get(call)),
    set: (call, key) =>
      knownKey(keys.get(call)) === key ? keys : kept(keys.set(call, `${key} ${Date.now()}`)),
    delete: (call) => kept(keys.delete(call)),
    clear: () => kept(keys.clear()),
    get size() {
      return [...keys.values()].filter((stored) => knownKey(stored) !== undefined).length
    },
  }
}
