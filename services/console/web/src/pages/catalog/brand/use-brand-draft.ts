import { useState } from 'react'
import { useFoundDraft, useStoreDraft } from '../../../drafts/use-draft.ts'
import type { BrandFieldsFragment } from '../../../generated/operations.ts'
import { brandFormOf, isBrandForm, isSameForm, rebaseForm } from './brand-form.ts'
import type { BrandForm } from './brand-form.ts'

/** What was typed, and the brand that it changes. */
interface Editing {
  readonly updatedAt: string | null
  readonly before: BrandForm
  readonly form: BrandForm
}

export interface BrandDraft extends Editing {
  readonly change: (values: Partial<BrandForm>) => void
  /** Rebases the form onto the saved brand; what was typed after it was sent stays. */
  readonly rebase: (saved: BrandFieldsFragment, sent: BrandForm) => void
  readonly discard: () => void
  /** When the form that was found in this browser was stored. */
  readonly restoredAt: string | undefined
}

/** The form of a brand. What is typed is kept in this browser, and found again after a reload. */
export function useBrandDraft(brand: BrandFieldsFragment): BrandDraft {
  const name = `brand:${brand.orgId}`
  const found = useFoundDraft(name, isEditing)
  const [editing, setEditing] = useState<Editing>(found?.value ?? startOf(brand))
  const [isRestored, setIsRestored] = useState(found !== undefined)
  const hasChanges = !isSameForm(editing.form, editing.before)
  useStoreDraft(name, hasChanges ? editing : undefined)
  // What another person has saved is shown wherever nothing is typed.
  if (isNewer(brand, editing)) setEditing(moved(editing, editing.before, brand))
  return {
    ...editing,
    change: (values) => setEditing((now) => ({ ...now, form: { ...now.form, ...values } })),
    rebase: (saved, sent) => {
      setIsRestored(false)
      setEditing((now) => moved(now, sent, saved))
    },
    discard: () => setEditing((now) => ({ ...now, form: now.before })),
    restoredAt: hasChanges && isRestored ? found?.keptAt : undefined,
  }
}

function startOf(brand: BrandFieldsFragment): Editing {
  const form = brandFormOf(brand)
  return { updatedAt: brand.updatedAt, before: form, form }
}

/** The form on another state of the brand, with what differs from `since`. */
function moved({ form }: Editing, since: BrandForm, brand: BrandFieldsFragment): Editing {
  const start = startOf(brand)
  return { ...start, form: rebaseForm(form, since, start.form) }
}

const isNewer = (brand: BrandFieldsFragment, { updatedAt }: Editing): boolean =>
  (brand.updatedAt ?? '') > (updatedAt ?? '')

function isEditing(value: unknown): value is Editing {
  const editing = value as Partial<Editing> | null
  return (
    (editing?.updatedAt === null || typeof editing?.updatedAt === 'string') &&
    isBrandForm(editing.before) &&
    isBrandForm(editing.form)
  )
}
