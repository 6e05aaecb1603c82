/** Counts code points, as PostgreSQL does and people mostly do: an emoji is one character, not two. */
export function characterCount(text: string): number {
  return Array.from(text).length
}

/** Whether a text is too long; counts only when the UTF-16 length does not decide. */
export function isLongerThan(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && characterCount(text) > lengthMax
}

/** The first characters of a text, none of which is cut. */
export function firstCharacters(text: string, charactersMax: number): string {
  // A character has at most two code units, so the rest of a long text is not read.
  const beginning = text.slice(0, 2 * charactersMax)
  return Array.from(beginning).slice(0, charactersMax).join('')
}

/** The first characters of a text, and an ellipsis when it has more. */
export function shortened(text: string, charactersMax: number): string {
  const beginning = firstCharacters(text, charactersMax)
  return beginning === text ? text : `${beginning}…`
}
