import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

/** Separates words: "JOB-17/b" is found by "17". */
const PUNCTUATION = `!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~\``
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]+/
const WORDS_MAX = 10

/**
 * SQL of the words of some columns, with the organization as one more word: the index finds the words of
 * one organization without reading the rows of others. An index must be created from this exact text.
 */
export function wordsSql(orgIdColumn: string, textColumns: readonly string[]): string {
  const texts = textColumns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)
  const spaces = ' '.repeat(PUNCTUATION.replace(`''`, `'`).length)
  return `(array_to_tsvector(array['#' || ${orgIdColumn}::text]) || to_tsvector('simple', translate(${texts}, '${PUNCTUATION}', '${spaces}')))`
}

/** The query for the words in one organization. */
export function wordQuery(
  orgId: Expression<number>,
  words: Expression<string | undefined>,
): RawBuilder<unknown> {
  return sql`((quote_literal('#' || ${orgId}::int::text))::tsquery && to_tsquery('simple', ${words}))`
}

/** The input of `wordQuery`: each word must begin a word, in any case. Undefined for a text without words. */
export function searchWords(search: string | null | undefined): string | undefined {
  const prefixes = searchPrefixes(search)
  return prefixes.length === 0 ? undefined : prefixes.join(' & ')
}

/** The same, word by word: for words that may be in different tables. */
export function searchPrefixes(search: string | null | undefined): readonly string[] {
  const chunks = (search ?? '').split(/\s+/u).filter((chunk) => wordsOf(chunk).length > 0)
  return chunks.flatMap(prefixesOf).slice(0, WORDS_MAX)
}

/**
 * PostgreSQL keeps a word with typographic punctuation as one: `O’Brien`, `Main–Street`. So such a word is searched for as
 * it is stored, and by its parts, as it is found where somebody typed `O'Brien`; and the other way round.
 */
function prefixesOf(chunk: string): readonly string[] {
  const words = wordsOf(chunk)
  const stored = chunk
    .replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .split(ASCII_PUNCTUATION)
    .filter((word) => wordsOf(word).length > 0)
  if (stored.every((word) => words.includes(word))) return words.map(prefixOf)
  return [`((${words.map(prefixOf).join(' & ')}) | (${stored.map(prefixOf).join(' & ')}))`]
}

const wordsOf = (text: string): readonly string[] =>
  text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== '')

/** Programs write an accented letter as one character or as two, and it is stored as it was written. */
function prefixOf(word: string): string {
  const forms = [...new Set([word.normalize('NFC'), word.normalize('NFD')])]
  const prefixes = forms.map((form) => `'${form}':*`)
  return prefixes.length === 1 ? prefixes.join('') : `(${prefixes.join(' | ')})`
}
