/** Something typed and not saved yet, with the time at which this browser stored it. */
export interface StoredDraft<T> {
  readonly value: T
  readonly keptAt: string
}

const PREFIX = 'takeoff:draft:'

/** Reads a draft of this browser; undefined where there is none, or one that a newer version of the code cannot read. */
export function readDraft<T>(
  key: string,
  isValid: (value: unknown) => value is T,
): StoredDraft<T> | undefined {
  try {
    const text = localStorage.getItem(PREFIX + key)
    if (text === null) return undefined
    const { value, keptAt } = JSON.parse(text) as StoredDraft<unknown>
    return isValid(value) && typeof keptAt === 'string' ? { value, keptAt } : undefined
  } catch {
    return undefined
  }
}

/** The stored draft as text; null for none. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

/**
 * Replaces the draft that this page has stored or found, but not one that another tab has stored since. An equal one stays,
 * with its time: a page that is only opened takes the place of no other tab.
 * @param own what this page has stored or found
 * @returns the text that is stored; undefined when another tab has one, or the browser has no room
 */
export function storeDraft(key: string, value: unknown, own: string | null): string | undefined {
  // The value is what a stored text begins with.
  const begin = `${JSON.stringify({ value }).slice(0, -1)},`
  try {
    if (isOfAnotherTab(key, own)) return undefined
    if (own?.startsWith(begin) && storedText(key) !== null) return own
    const text = JSON.stringify({
      value,
      keptAt: new Date().toISOString(),
    } satisfies StoredDraft<unknown>)
    localStorage.setItem(PREFIX + key, text)
    return text
  } catch {
    return undefined
  }
}

/** Removes the draft that this page has stored or found, but not one that another tab has stored since. */
export function removeDraft(key: string, own: string | null): void {
  try {
    if (!isOfAnotherTab(key, own)) localStorage.removeItem(PREFIX + key)
  } catch {
    // Where storage is not permitted nothing was stored either.
  }
}

/**
 * Removes a draft that was saved.
 * @param isSaved whether what is stored was saved, whichever page has stored it; without it, only that of this page is removed
 */
export function forgetDraft(
  key: string,
  own: string | null,
  isSaved?: (stored: unknown) => boolean,
): void {
  if (isSaved === undefined) removeDraft(key, own)
  else if (readDraft(key, (stored): stored is unknown => isSaved(stored)))
    removeDraft(key, storedText(key))
}

function isOfAnotherTab(key: string, own: string | null): boolean {
  const stored = localStorage.getItem(PREFIX + key)
  return stored !== null && stored !== own
}
