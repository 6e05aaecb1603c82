import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { hasCode } from '../../../api/has-code.ts'
import { keyOf, useChange } from '../../../api/use-document.ts'
import { saveDraft } from '../../../drafts/save-draft.ts'
import {
  TemplateCreateDocument,
  TemplateDocument,
  TemplateUpdateDocument,
} from '../../../generated/operations.ts'
import type { FullTemplateFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { violationsOf } from '../violations.ts'
import { inputOf, isSameDraft } from './template-draft.ts'
import type { KnownMeasure, TemplateDraft } from './template-draft.ts'
import { NO_VIOLATIONS, placeViolations } from './template-violations.ts'
import type { TemplateViolations } from './template-violations.ts'
import type { TemplateDraftState } from './use-template-draft.ts'

interface SaveTemplate {
  readonly save: (draft: TemplateDraft, version: number | null) => Promise<void>
  readonly isSaving: boolean
  /** An error that belongs to no field, such as a lost connection. */
  readonly error: unknown
  readonly violations: TemplateViolations
  readonly setViolations: (change: (violations: TemplateViolations) => TemplateViolations) => void
  /** What somebody else has saved meanwhile. */
  readonly newer: FullTemplateFragment | undefined
  readonly setNewer: (template: FullTemplateFragment | undefined) => void
}

const REFRESHED = ['Templates', 'TemplateChoices', 'SampleResult']

/** Saves a template as one new version, or creates it and opens its page. What is typed meanwhile stays in the draft. */
export function useSaveTemplate(
  id: number | undefined,
  measures: readonly KnownMeasure[],
  { sent = [], rebase, mark }: TemplateDraftState,
): SaveTemplate {
  const messages = useMessages()
  const announce = useAnnounce()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { orgId } = useOrganization()
  const { request, isPending, error } = useRequest(id, measures)
  /** A key can be pressed again before the page shows that it saves. */
  const isSending = useRef(false)
  const [violations, setViolations] = useState(NO_VIOLATIONS)
  const { newer, setNewer, readNewer } = useNewer(id)

  const show = (template: FullTemplateFragment): void =>
    void queries.setQueryData(keyOf(TemplateDocument, { id: template.id }), { template })

  const onRefused = async (refusal: unknown, draft: TemplateDraft): Promise<void> => {
    const placed = isNameTaken(refusal)
      ? { head: { name: messages.catalog.templates.nameTaken }, lines: {} }
      : placeViolations(violationsOf(refusal), draft.lines, messages.errors.rule)
    setViolations(() => placed)
    // What goes wrong with the reading is shown as the error of the save.
    if (isConflict(refusal)) await readNewer.mutateAsync(refusal).catch(() => undefined)
    // What is wrong is marked in the page, which the dialog would cover.
    else if (isPlaced(refusal)) setNewer(undefined)
  }

  const send = async (draft: TemplateDraft, version: number | null): Promise<void> => {
    const { saved, isHere } = await request(draft, version)
    if (!saved) return
    setViolations(() => NO_VIOLATIONS)
    setNewer(undefined)
    show(saved)
    rebase(saved, draft)
    announce({ kind: 'done', text: messages.catalog.templates.saved(saved.version) })
    if (id === undefined && isHere)
      await navigate({
        to: '/o/$orgId/catalog/templates/$templateId',
        params: { orgId: String(orgId), templateId: String(saved.id) },
        replace: true,
      })
  }

  const save = async (draft: TemplateDraft, version: number | null): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    readNewer.reset()
    mark('sent', draft)
    // A new template has no version: sent again, it could become a second one.
    const earlier = id === undefined ? [] : sent.filter((each) => !isSameDraft(each, draft))
    const refusal = await saveDraft(draft, earlier, {
      save: (each) => send(each, version),
      isConflict,
      onRefused: (refused) => mark('refused', refused),
    })
    if (refusal !== undefined) await onRefused(refusal, draft)
    isSending.current = false
  }

  return {
    save,
    isSaving: isPending || readNewer.isPending,
    error: isConflict(error) ? readNewer.error : isPlaced(error) ? undefined : error,
    violations,
    setViolations,
    newer,
    setNewer,
  }
}

/** Sends a template; says whether its page is still shown when it is saved. */
function useRequest(id: number | undefined, measures: readonly KnownMeasure[]) {
  const { orgId } = useOrganization()
  const create = useChange(TemplateCreateDocument, REFRESHED, { waits: false })
  const update = useChange(TemplateUpdateDocument, REFRESHED, {
    waits: false,
    idempotencyKeyOf: 'content',
  })
  const request = async (draft: TemplateDraft, version: number | null) => {
    const template = inputOf(draft, measures)
    let isHere = false
    // Not called when the page was left meanwhile.
    const onSuccess = (): void => {
      isHere = true
    }
    if (id === undefined) {
      const { data } = await create.mutateAsync({ orgId, template }, { onSuccess })
      return { saved: data.templateCreate?.template, isHere }
    }
    const { data } = await update.mutateAsync({ id, template, version }, { onSuccess })
    return { saved: data.templateUpdate?.template, isHere }
  }
  return {
    request,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}

/** What another person has saved meanwhile: it is read when a save is refused. */
function useNewer(id: number | undefined) {
  const [newer, setNewer] = useState<FullTemplateFragment>()
  const readNewer = useMutation({
    mutationFn: async (refusal: unknown) => {
      if (id === undefined) throw refusal
      const { data } = await client.request(TemplateDocument, { id })
      if (!data.template) throw refusal
      setNewer(data.template)
    },
  })
  return { newer, setNewer, readNewer }
}

/** Whether another template has the name. */
const isNameTaken = (error: unknown): boolean =>
  hasCode(error, 'CONFLICT') && error.errors[0]?.extensions?.['templateId'] !== undefined

/** Whether another person has saved the template meanwhile. */
const isConflict = (error: unknown): boolean => hasCode(error, 'CONFLICT') && !isNameTaken(error)

/** Whether the page says it beside the values that are wrong. */
const isPlaced = (error: unknown): boolean => isNameTaken(error) || violationsOf(error).length > 0
