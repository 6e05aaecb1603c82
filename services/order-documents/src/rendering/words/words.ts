import type { english } from './words-en.ts'

/** Every fixed word of a document in one language. `{}` is the placeholder of a value. */
export type Words = typeof english

/** The words for one kind of order, its partner and its parts. */
export type OrderWords = Words['material']

/** Puts values where a word has `{}`. */
export function fillIn(word: string, ...values: readonly (string | number)[]): string {
  const rest = [...values]
  return word.replaceAll('{}', () => String(rest.shift() ?? ''))
}
