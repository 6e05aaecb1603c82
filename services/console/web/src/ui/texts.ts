/** A typed text without the spaces around it; null where nothing is left. */
export const textOrNull = (text: string): string | null => text.trim() || null

/** The lines of an address, without blank ones. */
export const addressLinesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
