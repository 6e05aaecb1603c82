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

/** @returns false when the browser has no room for it */
export function keepDraft(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(
      PREFIX + key,
      JSON.stringify({ value, keptAt: new Date().toISOString() } satisfies Kept<unknown>),
    )
    return true
  } catch {
    return false
  }
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Where storage is not permitted nothing was kept either.
  }
}
