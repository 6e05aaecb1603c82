/** Characters as PostgreSQL counts them, and mostly people: code points, so an emoji is one, not two. */
export function characterCount(text: string): number {
  return Array.from(text).length
}

/** The same as a question; a text is counted only when it may be too long. */
export function isLongerThan(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && characterCount(text) > lengthMax
}
