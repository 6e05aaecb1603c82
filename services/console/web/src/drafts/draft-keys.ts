import type { SentKeys } from '../api/send-once.ts'

/**
 * The idempotency keys of calls whose outcome is unknown, kept with a draft: after a reload, too, the same call is sent
 * with the same key.
 * @param found those that the draft has
 * @param keep puts them into the draft
 */
export function draftKeys(
  found: Readonly<Record<string, string>> = {},
  keep: (keys: Readonly<Record<string, string>>) => void,
): SentKeys {
  const keys = new Map(Object.entries(found))
  const kept = <Result>(result: Result): Result => {
    keep(Object.fromEntries(keys))
    return result
  }
  return {
    get: (call) => keys.get(call),
    set: (call, key) => kept(keys.set(call, key)),
    delete: (call) => kept(keys.delete(call)),
    clear: () => kept(keys.clear()),
    get size() {
      return keys.size
    },
  }
}
