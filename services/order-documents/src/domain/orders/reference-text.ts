/** The longest of the suppliers' own limits is 22; contractors’ numbering schemes get room above it. */
export const PURCHASE_ORDER_NUMBER_LENGTH_MAX = 64
export const EXTERNAL_IDENTIFIER_LENGTH_MAX = 255

export type ReferenceText =
  | { readonly kind: 'accepted'; readonly text: string | null }
  | { readonly kind: 'too-long'; readonly lengthMax: number }
  | { readonly kind: 'unprintable' }

/** A caller's own reference, kept as given. Nothing but white space counts as not given. */
export function readReferenceText(text: string | undefined, lengthMax: number): ReferenceText {
  if (text === undefined) return { kind: 'accepted', text: null }
  // Line breaks, NUL and lone surrogates would break the PDF, the CSV or the database row.
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed()) return { kind: 'unprintable' }
  if (text.trim() === '') return { kind: 'accepted', text: null }
  if (Array.from(text).length > lengthMax) return { kind: 'too-long', lengthMax }
  return { kind: 'accepted', text }
}
