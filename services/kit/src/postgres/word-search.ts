import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

/** Separates words: "JOB-17/b" is found by "17". */
const PUNCTUATION = `!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~\``
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
  const words = (search ?? '').split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== '')
  return words.slice(0, WORDS_MAX).map((word) => `'${word}':*`)
}
