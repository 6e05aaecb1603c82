import { emptyDraft, isSameDraft } from './list-draft.ts'
import type { ListDraft } from './list-draft.ts'
import { unsavedOf } from './merge-drafts.ts'
import type { Saved } from './merge-drafts.ts'

/** A draft, and what leads to the drafts before and after it. */
export interface DraftHistory {
  readonly past: readonly ListDraft[]
  readonly present: ListDraft
  readonly future: readonly ListDraft[]
  /** Where the last change was made: what is typed in one go is one step. */
  readonly lastStep: string | undefined
  /** Drafts that are being saved, or of which it is not known whether they were. */
  readonly sent: readonly ListDraft[]
}

export type DraftAction =
  | {
      readonly kind: 'change'
      readonly change: (draft: ListDraft) => ListDraft
      readonly step?: string
    }
  | { readonly kind: 'undo' | 'redo' }
  /** Takes back what was typed in one go, if it was the last change. */
  | { readonly kind: 'revert'; readonly step: string }
  | { readonly kind: 'replace'; readonly draft: ListDraft }
  /** A draft is being saved, or it is known that it was not. */
  | { readonly kind: 'sent' | 'refused'; readonly draft: ListDraft }
  | ({ readonly kind: 'saved' } & Saved)

/** Steps kept; older ones cannot be undone. */
const PAST_MAX = 200

export const historyOf = (present: ListDraft, sent: readonly ListDraft[] = []): DraftHistory => ({
  past: [],
  present,
  future: [],
  lastStep: undefined,
  sent,
})

/** Applies an action to the draft. */
export function reduceDraft(history: DraftHistory, action: DraftAction): DraftHistory {
  const { past, present, future, lastStep, sent } = history
  switch (action.kind) {
    case 'change': {
      const next = action.change(present)
      if (isSameDraft(next, present)) return history
      const isSameStep = action.step !== undefined && action.step === lastStep
      const before = past.at(-1)
      // What is typed until it is as before is no step.
      if (isSameStep && before && isSameDraft(next, before))
        return { ...history, past: past.slice(0, -1), present: before, lastStep: undefined }
      return {
        ...history,
        past: isSameStep ? past : [...past.slice(1 - PAST_MAX), present],
        present: next,
        future: [],
        lastStep: action.step,
      }
    }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return history
      return {
        ...history,
        past: past.slice(0, -1),
        present: before,
        future: [present, ...future],
        lastStep: undefined,
      }
    }
    case 'revert': {
      const before = past.at(-1)
      if (!before || lastStep !== action.step) return history
      return { ...history, past: past.slice(0, -1), present: before, lastStep: undefined }
    }
    case 'redo': {
      const [after, ...rest] = future
      if (!after) return history
      return {
        ...history,
        past: [...past, present],
        present: after,
        future: rest,
        lastStep: undefined,
      }
    }
    case 'sent':
      return { ...history, sent: [...without(sent, action.draft), action.draft] }
    case 'refused':
      return { ...history, sent: without(sent, action.draft) }
    case 'replace':
      return historyOf(action.draft)
    case 'saved':
      return afterSave(history, action)
  }
}

/** What was changed while the draft was saved stays, and can be undone to what was saved. */
function afterSave({ past, present, lastStep }: DraftHistory, save: Saved): DraftHistory {
  if (present === save.sent) return savedHistory(save.saved.version)
  const at = past.lastIndexOf(save.sent)
  const before = at === -1 ? [save.sent] : past.slice(at)
  return {
    past: before.map((draft) => unsavedOf(draft, save)),
    present: unsavedOf(present, save),
    future: [],
    lastStep,
    sent: [],
  }
}

const without = (drafts: readonly ListDraft[], draft: ListDraft): readonly ListDraft[] =>
  drafts.filter((each) => !isSameDraft(each, draft))

/** After a save there is nothing to undo. */
export const savedHistory = (version: number): DraftHistory => historyOf(emptyDraft(version))
