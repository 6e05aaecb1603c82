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

/** The words of a search, each as a prefix that `to_tsquery` takes: for words that may be in different tables. */
export function searchPrefixes(search: string | null | undefined): readonly string[] {
  let room = WORDS_MAX
  return (search ?? '').split(/\s+/u).flatMap((text) => {
    const words = wordsOf(text).slice(0, room)
    room -= words.length
    return prefixesOf(text, words)
  })
}

/**
 * PostgreSQL keeps a word with typographic punctuation as one: `O’Brien`, `Main–Street`. So the query has alternatives: the
 * parts, which find `O'Brien`, and the word as it is stored with a typographic apostrophe or dash.
 * @param words the parts of the text, as far as the limit of words permits
 */
function prefixesOf(text: string, words: readonly string[]): readonly string[] {
  const stored = text
    .replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .split(ASCII_PUNCTUATION)
    .filter((word) => wordsOf(word).length > 0)
  const isCut = words.length < wordsOf(text).length
  if (isCut || stored.every((word) => words.includes(word))) return words.map(prefixOf)
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
