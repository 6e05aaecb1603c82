/** Counts code points, as PostgreSQL does and people mostly do: an emoji is one character, not two. */
export function characterCount(text: string): number {
  return Array.from(text).length
}

/** Whether a text is too long; counts only when the UTF-16 length does not decide. */
export function isLongerThan(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && characterCount(text) > lengthMax
}
