import { shortLineReason } from '../text-reason.ts'

/** The longest of the suppliers' own limits is 22; contractors’ numbering schemes may need more. */
export const PURCHASE_ORDER_NUMBER_LENGTH_MAX = 64
export const EXTERNAL_IDENTIFIER_LENGTH_MAX = 255

export type ReferenceText =
  | { readonly kind: 'accepted'; readonly text: string | null }
  /** The reason follows the argument's name in a message. */
  | { readonly kind: 'refused'; readonly reason: string }

/** A caller's own reference, kept as given. Only white space counts as omitted. */
export function readReferenceText(text: string | undefined, lengthMax: number): ReferenceText {
  if (text === undefined) return { kind: 'accepted', text: null }
  const reason = shortLineReason(text, lengthMax)
  if (reason !== undefined) return { kind: 'refused', reason }
  return { kind: 'accepted', text: text.trim() === '' ? null : text }
}
