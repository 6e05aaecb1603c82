import { useCallback, useReducer, useState } from 'react'
import { useFoundDraft, useStoreDraft } from '../../../drafts/use-draft.ts'
import type { FullTemplateFragment } from '../../../generated/operations.ts'
import { reduceTemplate } from './draft-actions.ts'
import type { TemplateAction } from './draft-actions.ts'
import { unsavedOf, withSavedIds } from './merge-templates.ts'
import { draftOf, emptyTemplate, isSameDraft, isTemplateDraft } from './template-draft.ts'
import type { TemplateDraft } from './template-draft.ts'

/** What was changed, and what it was changed from. */
interface Editing {
  readonly base: TemplateDraft
  /** The version of the base; null for a template that is not saved yet. */
  readonly version: number | null
  readonly draft: TemplateDraft
  /** Drafts that are being saved, or of which it is not known whether they were. */
  readonly sent?: readonly TemplateDraft[]
}

type EditingAction =
  | { readonly kind: 'change'; readonly action: TemplateAction }
  | { readonly kind: 'begin'; readonly editing: Editing }
  | { readonly kind: 'sent' | 'refused'; readonly draft: TemplateDraft }
  | {
      readonly kind: 'saved'
      readonly sent: TemplateDraft
      readonly template: FullTemplateFragment
    }

export interface TemplateDraftState extends Editing {
  readonly dispatch: (action: TemplateAction) => void
  /** Begins with a saved version, and with the draft as changes to it, or none. */
  readonly begin: (template: FullTemplateFragment, draft?: TemplateDraft) => void
  /** Rebases the draft onto the saved version; changes after it was sent stay. */
  readonly rebase: (template: FullTemplateFragment, sent: TemplateDraft) => void
  /** A draft is being saved, or it is known that it was not. */
  readonly mark: (kind: 'sent' | 'refused', draft: TemplateDraft) => void
  readonly discard: () => void
  readonly hasChanges: boolean
  readonly restoredAt: string | undefined
}

/** The unsaved changes of a template. They are stored in this browser with each change, and found again after a reload. */
export function useTemplateDraft(
  orgId: number,
  template: FullTemplateFragment | undefined,
): TemplateDraftState {
  const [savedId, setSavedId] = useState(template?.id)
  const name = savedId === undefined ? `template:new:${orgId}` : `template:${savedId}`
  const found = useFoundDraft(name, isEditing)
  const [editing, send] = useReducer(reduce, found?.value ?? startOf(template))
  const hasChanges = !isSameDraft(editing.base, editing.draft)
  const [isRestored, setIsRestored] = useState(found !== undefined)
  const forget = useStoreDraft(name, hasChanges ? editing : undefined)
  // Without changes of their own people see what others have saved.
  if (!hasChanges && template && template.version > (editing.version ?? 0))
    send({ kind: 'begin', editing: startOf(template) })
  const dispatch = useCallback((action: TemplateAction) => send({ kind: 'change', action }), [])
  return {
    ...editing,
    dispatch,
    begin: (saved, draft) => {
      setIsRestored(false)
      const start = startOf(saved)
      send({ kind: 'begin', editing: draft ? { ...start, draft } : start })
    },
    rebase: (saved, sent) => {
      setIsRestored(false)
      // What was typed while a new template was saved belongs to the template that came out.
      if (savedId === undefined) forget()
      else forget((stored) => isEditing(stored) && isSameDraft(stored.draft, sent))
      setSavedId(saved.id)
      send({ kind: 'saved', sent, template: saved })
    },
    mark: (kind, sent) => send({ kind, draft: sent }),
    discard: () => {
      setIsRestored(false)
      send({ kind: 'begin', editing: { ...editing, draft: editing.base } })
    },
    hasChanges,
    restoredAt: hasChanges && isRestored ? found?.keptAt : undefined,
  }
}

function reduce(editing: Editing, action: EditingAction): Editing {
  switch (action.kind) {
    case 'begin':
      return action.editing
    case 'saved': {
      const start = startOf(action.template)
      const isNext = start.version === (editing.version ?? 0) + 1
      const saved = { saved: start.base, isNext }
      const { draft, base, hasConflicts } = unsavedOf(editing.draft, action.sent, saved)
      if (!hasConflicts) return { ...start, draft }
      // The next save is refused as that of an older version, and opens the dialog in which the person chooses.
      const version = action.template.version - 1
      return { base, version, draft, sent: othersOf(editing, action.sent) }
    }
    case 'sent':
      return { ...editing, sent: [...othersOf(editing, action.draft), action.draft] }
    case 'refused':
      return { ...editing, sent: othersOf(editing, action.draft) }
    case 'change': {
      const draft = reduceTemplate(editing.draft, action.action)
      return { ...editing, draft: withSavedIds(draft, editing.base) }
    }
  }
}

const othersOf = ({ sent = [] }: Editing, draft: TemplateDraft): readonly TemplateDraft[] =>
  sent.filter((each) => !isSameDraft(each, draft))

function startOf(template: FullTemplateFragment | undefined): Editing {
  const draft = template ? draftOf(template) : emptyTemplate
  return { base: draft, version: template?.version ?? null, draft }
}

function isEditing(value: unknown): value is Editing {
  const editing = value as Partial<Editing> | null
  return (
    (editing?.version === null || typeof editing?.version === 'number') &&
    isTemplateDraft(editing.base) &&
    isTemplateDraft(editing.draft) &&
    (editing.sent === undefined ||
      (Array.isArray(editing.sent) && editing.sent.every(isTemplateDraft)))
  )
}
