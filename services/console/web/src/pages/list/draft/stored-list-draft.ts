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

/** @returns the draft without what is only kept beside it */
export function draftOf({ sent: _, names: __, ...draft }: StoredListDraft): ListDraft {
  return draft
}

/** Names of the changed lines. @param known what they were called before, for those that the list has no more */
export function namesOf(
  { lines }: ListDraft,
  { listItems }: Pick<FullListFragment, 'listItems'>,
  known: LineNames = {},
): LineNames {
  const named = listItems.map(({ id, name }) => [String(id), name] as const)
  const all: LineNames = { ...known, ...Object.fromEntries(named) }
  return Object.fromEntries(
    Object.keys(lines).flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]] as const])),
  )
}

/** Whether a stored value is one; an older version of the console kept no names. */
export function isStoredListDraft(value: unknown): value is StoredListDraft {
  if (!isListDraft(value)) return false
  const { sent = [], names = {} } = value as Partial<Record<'sent' | 'names', unknown>>
  return Array.isArray(sent) && sent.every(isListDraft) && isTexts(names)
}
