/** Something typed and not saved yet, with the time at which it was kept. */
export interface Kept<T> {
  readonly value: T
  readonly keptAt: string
}

const PREFIX = 'takeoff:draft:'

/** Reads a draft of this browser; undefined where there is none, or one that a newer version of the code cannot read. */
export function readDraft<T>(
  key: string,
  isValid: (value: unknown) => value is T,
): Kept<T> | undefined {
  try {
    const text = localStorage.getItem(PREFIX + key)
    if (text === null) return undefined
    const { value, keptAt } = JSON.parse(text) as Kept<unknown>
    return isValid(value) && typeof keptAt === 'string' ? { value, keptAt } : undefined
  } catch {
    return undefined
  }
}

/** What is kept, as text; null for nothing. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

/**
 * Replaces the draft that this page has kept or found, but not one that another tab has kept since.
 * @param own what this page has kept or found
 * @returns the text that is kept; undefined when another tab has one, or the browser has no room
 */
export function keepDraft(key: string, value: unknown, own: string | null): string | undefined {
  const text = JSON.stringify({
    value,
    keptAt: new Date().toISOString(),
  } satisfies Kept<unknown>)
  try {
    if (isOfAnotherTab(key, own)) return undefined
    localStorage.setItem(PREFIX + key, text)
    return text
  } catch {
    return undefined
  }
}

/** Removes the draft that this page has kept or found, but not one that another tab has kept since. */
export function removeDraft(key: string, own: string | null): void {
  try {
    if (!isOfAnotherTab(key, own)) localStorage.removeItem(PREFIX + key)
  } catch {
    // Where storage is not permitted nothing was kept either.
  }
}

function isOfAnotherTab(key: string, own: string | null): boolean {
  const kept = localStorage.getItem(PREFIX + key)
  return kept !== null && kept !== own
}
