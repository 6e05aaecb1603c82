import { isTexts } from '../../../drafts/is-texts.ts'
import type { FullListFragment } from '../../../generated/operations.ts'
import { isListDraft } from './list-draft.ts'
import type { ListDraft } from './list-draft.ts'

/** Names of lines by their ids. */
export type LineNames = Readonly<Record<string, string>>

/** A draft as this browser stores it. */
export interface StoredListDraft extends ListDraft {
  /** Drafts that are being saved, or of which it is not known whether they were. */
  readonly sent?: readonly ListDraft[]
  /** Of the lines that are changed: another person may remove one before the page is loaded again. */
  readonly names?: LineNames
}

/** @returns the draft without what is only stored beside it */
export function draftOf({ sent: _, names: __, ...draft }: StoredListDraft): ListDraft {
  return draft
}

/** Names of the lines that are or were changed. @param known those of earlier changes, also of lines that the list has no more */
export function namesOf(
  { lines }: ListDraft,
  { listItems }: Pick<FullListFragment, 'listItems'>,
  known: LineNames = {},
): LineNames {
  const changed = listItems.filter(({ id }) => lines[id] !== undefined)
  return { ...known, ...Object.fromEntries(changed.map(({ id, name }) => [id, name])) }
}

/** Whether a stored value is one; an older version of the console stored no names. */
export function isStoredListDraft(value: unknown): value is StoredListDraft {
  if (!isListDraft(value)) return false
  const { sent = [], names = {} } = value as Partial<Record<'sent' | 'names', unknown>>
  return Array.isArray(sent) && sent.every(isListDraft) && isTexts(names)
}
