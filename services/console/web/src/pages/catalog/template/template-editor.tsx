import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { FullTemplateFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import type { Vendor } from '../../../session/use-vendors.ts'
import { Badge } from '../../../ui/badge.tsx'
import { percentText } from '../../../ui/numbers.ts'
import { Card, PageHead } from '../../../ui/page.tsx'
import { TemplateActions } from '../templates/template-actions.tsx'
import { EditorTermsContext } from './editor-terms.ts'
import { HeadForm } from './head-form.tsx'
import { LineTable } from './line-table.tsx'
import { SampleResult } from './sample-result.tsx'
import { SaveBar } from './save-bar.tsx'
import type { KnownMeasure } from './template-draft.ts'
import { TemplateConflictDialog } from './template-conflict-dialog.tsx'
import {
  checkDraft,
  countViolations,
  joinViolations,
  NO_VIOLATIONS,
  withoutFixed,
} from './template-violations.ts'
import { useSaveTemplate } from './use-save-template.ts'
import { useTemplateDraft } from './use-template-draft.ts'
import type { TemplateAction } from './draft-actions.ts'

interface TemplateEditorProps {
  /** Undefined for a new one. */
  readonly template: FullTemplateFragment | undefined
  readonly measures: readonly KnownMeasure[]
  /** The fraction added for waste where the template says nothing. */
  readonly standardWaste: number
  readonly vendors: readonly Vendor[]
}

export function TemplateEditor(props: TemplateEditorProps): ReactNode {
  const { template, standardWaste } = props
  const messages = useMessages()
  const words = messages.catalog.templates
  const { orgId } = useOrganization()
  const { state, saving, violations, terms, change, save, discard } = useEditor(props)
  const { draft, hasChanges } = state
  const title = template?.name ?? words.new
  return (
    <EditorTermsContext value={terms}>
      <div className="stack">
        <PageHead
          title={title}
          above={
            <Link to="/o/$orgId/catalog/templates" params={{ orgId: String(orgId) }}>
              {messages.catalog.sections.templates}
            </Link>
          }
          actions={
            // They make or change a saved version, so they wait until the changes are saved.
            template && !hasChanges && <TemplateActions template={template} isOpen />
          }
        >
          {template && <span>{messages.job.version(template.version)}</span>}
          {template?.archivedAt && <Badge tone="warn">{messages.catalog.archived}</Badge>}
        </PageHead>
        <EditorNotes isArchived={template?.archivedAt !== null && template !== undefined} />
        <HeadForm
          draft={draft}
          violations={violations.head}
          standardWaste={standardWaste}
          dispatch={change}
        />
        <Card
          title={words.lines}
          isPadded={false}
          actions={<span>{words.lineCount(draft.lines.length)}</span>}
        >
          <LineTable lines={draft.lines} violations={violations} dispatch={change} />
        </Card>
        {template && <SampleResult templateId={template.id} hasChanges={hasChanges} />}
        {terms.isEditable && hasChanges && (
          <SaveBar
            violations={violations}
            isSaving={saving.isSaving}
            error={saving.error}
            restoredAt={state.restoredAt}
            onSave={save}
            onDiscard={discard}
          />
        )}
        <Conflict state={state} saving={saving} />
      </div>
    </EditorTermsContext>
  )
}

type Editor = ReturnType<typeof useEditor>

function Conflict({ state, saving }: Pick<Editor, 'state' | 'saving'>): ReactNode {
  if (!saving.newer) return undefined
  return (
    <TemplateConflictDialog
      key={saving.newer.version}
      base={state.base}
      mine={state.draft}
      newer={saving.newer}
      isSaving={saving.isSaving}
      error={saving.error}
      onSave={(merged, newer) => {
        state.begin(newer, merged)
        void saving.save(merged, newer.version)
      }}
      onDiscard={(newer) => {
        state.begin(newer)
        saving.setNewer(undefined)
      }}
      onClose={() => saving.setNewer(undefined)}
    />
  )
}

/** The draft, what is wrong with it, and how it is changed and saved. */
function useEditor({ template, measures, standardWaste, vendors }: TemplateEditorProps) {
  const { catalog } = useMessages()
  const { orgId, can } = useOrganization()
  const isEditable = can('templates:write')
  const seesCosts = can('prices:read')
  const state = useTemplateDraft(orgId, template)
  const { draft, dispatch } = state
  const saving = useSaveTemplate(template?.id, measures, state)
  const { setViolations } = saving
  const [isComplete, setIsComplete] = useState(false)
  const words = useMemo(() => ({ ...catalog, ...catalog.templates }), [catalog])
  const violations = useMemo(() => {
    const checked = isEditable ? checkDraft(draft, words, { isComplete, seesCosts }) : NO_VIOLATIONS
    return joinViolations(checked, saving.violations)
  }, [draft, words, isComplete, seesCosts, isEditable, saving.violations])
  const waste = draft.wasteFactor.trim() || percentText(standardWaste)
  const terms = useMemo(
    () => ({ measures, vendors, isEditable, seesCosts, waste }),
    [measures, vendors, isEditable, seesCosts, waste],
  )
  const change = useCallback(
    (action: TemplateAction) => {
      dispatch(action)
      setViolations((known) => withoutFixed(known, placeOf(action)))
    },
    [dispatch, setViolations],
  )
  const save = (): void => {
    setIsComplete(true)
    const missing = checkDraft(draft, words, { isComplete: true, seesCosts })
    if (countViolations(missing) === 0) void saving.save(draft, state.version)
  }
  const discard = (): void => {
    state.discard()
    setIsComplete(false)
    setViolations(() => NO_VIOLATIONS)
  }
  return { state, saving, violations, terms, change, save, discard }
}

/** Where an action may have corrected earlier violations. */
function placeOf(action: TemplateAction): { readonly key?: string; readonly fields: string[] } {
  if (action.kind === 'line') return { key: action.key, fields: Object.keys(action.values) }
  if (action.kind === 'head') return { fields: Object.keys(action.values) }
  return { fields: ['lines'] }
}

function EditorNotes({ isArchived }: { readonly isArchived: boolean }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { can } = useOrganization()
  return (
    <>
      {isArchived && <p className="notice">{words.archivedNote}</p>}
      {!can('templates:write') ? (
        <p className="notice">{words.readOnly}</p>
      ) : (
        !can('prices:read') && <p className="notice">{words.costsHidden}</p>
      )}
    </>
  )
}
