import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Dispatch, ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { ListExplanationsDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Badge } from '../../ui/badge.tsx'
import { lazyDialog, useLoadWhenIdle } from '../../ui/lazy.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { DraftBar } from './draft/draft-bar.tsx'
import type { DraftAction } from './draft/draft-history.ts'
import type { OpenedLine } from './lines/line-row.tsx'
import { LineTable } from './lines/line-table.tsx'
import { ListActions } from './list-actions.tsx'
import type { ListTool } from './list-actions.tsx'
import { countChanges, emptyDraft } from './draft/list-draft.ts'
import type { ListDraft } from './draft/list-draft.ts'
import { linesOf } from './lines/shown-lines.ts'
import type { Explanations, ShownLine } from './lines/shown-lines.ts'
import { useCheckedSave, useWrongTexts } from './lines/use-checked-save.ts'
import { WrongTextsContext } from './lines/wrong-texts.ts'
import { totalLines } from './draft/list-totals.ts'
import { MissingMaterials } from './missing-materials.tsx'
import { NewerVersion } from './newer-version.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import styles from './list-editor.module.css'
import { useFreshLines } from './lines/use-fresh-lines.ts'
import { useListDraft } from './draft/use-list-draft.ts'
import { useSaveList } from './draft/use-save-list.ts'

const AddItem = lazyDialog(() => import('./lines/add-item-dialog.tsx'))
const Conflicts = lazyDialog(() => import('./diffs/conflict-dialog.tsx'))
const ExplanationDialog = lazyDialog(() => import('./explanation-dialog.tsx'))
const Details = lazyDialog(() => import('./lines/line-details-dialog.tsx'))
const History = lazyDialog(() => import('./diffs/history-dialog.tsx'))
const Recompute = lazyDialog(() => import('./diffs/recompute-dialog.tsx'))
const Rename = lazyDialog(() => import('./rename-dialog.tsx'))
const Reprice = lazyDialog(() => import('./diffs/reprice-dialog.tsx'))
const LAZY_DIALOGS = [
  AddItem,
  Conflicts,
  ExplanationDialog,
  Details,
  History,
  Recompute,
  Rename,
  Reprice,
]

/** The list with what was changed and not saved yet. */
export function ListEditor({ list }: { readonly list: FullListFragment }): ReactNode {
  const canEdit = useOrganization().can('lists:write')
  const state = useListDraft(list)
  const { draft, dispatch, canUndo, canRedo, restoredAt } = state
  const { conflict, ...saving } = useSaveList(list, state)
  const { wrongTexts, onDiscard } = useWrongTexts(() =>
    dispatch({ kind: 'change', change: () => emptyDraft(list.version) }),
  )
  const [tool, setTool] = useState<ListTool>()
  const [opened, setOpened] = useState<OpenedLine>()
  useLoadWhenIdle(LAZY_DIALOGS)
  const fresh = useFreshLines(list)
  const explanations = useDeferredValue(useExplanations(list))
  const lines = useMemo(() => linesOf(list, draft, explanations), [list, draft, explanations])
  const onSave = useCheckedSave(saving.onSave, wrongTexts, lines)
  const totals = useTotals(lines, Number(draft.fields.totalDiscount?.to ?? list.totalDiscount))
  const count = countChanges(draft)
  return (
    <div className={styles['editor']}>
      <ListHead list={list} draft={draft} canEdit={canEdit} onTool={setTool} />
      <NewerVersion list={list} draftVersion={count > 0 ? draft.version : undefined} />
      <MissingMaterials missing={list.missingMaterials} />
      <WrongTextsContext key={wrongTexts.key} value={wrongTexts}>
        <div className={styles['columns']}>
          <Card isPadded={false}>
            <LineTable
              lines={lines}
              ids={list.listItems.map(({ id }) => id)}
              canEdit={canEdit}
              fresh={fresh}
              dispatch={dispatch}
              onOpen={setOpened}
            />
          </Card>
          <TotalsPanel
            totals={totals}
            canEdit={canEdit}
            savedDiscount={list.totalDiscount}
            dispatch={dispatch}
          />
        </div>
      </WrongTextsContext>
      {canEdit && (
        <DraftBar
          {...saving}
          {...{ onSave, onDiscard, count, canUndo, canRedo, restoredAt, dispatch }}
        />
      )}
      <Tool
        tool={tool}
        list={list}
        lines={lines}
        draft={draft}
        dispatch={dispatch}
        onClose={() => setTool(undefined)}
      />
      {conflict && <Conflicts {...saving} key={conflict.draft.version} conflict={conflict} />}
      {opened && (
        <LineDialog
          what={opened.what}
          line={lines.find(({ id }) => id === opened.id)}
          canEdit={canEdit}
          dispatch={dispatch}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

function ListHead({
  list,
  draft,
  canEdit,
  onTool,
}: {
  readonly list: FullListFragment
  readonly draft: ListDraft
  readonly canEdit: boolean
  readonly onTool: (tool: ListTool) => void
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId } = useOrganization()
  const { job } = list.salesOpportunity
  const name = draft.fields.name ? draft.fields.name.to : list.name
  const params = { orgId: String(orgId), jobId: String(job.id) }
  return (
    <PageHead
      title={String(name ?? messages.list.unnamed(list.id))}
      above={
        <Link to="/o/$orgId/jobs/$jobId" params={params}>
          {job.name ?? messages.jobs.unnamed(job.id)}
        </Link>
      }
      actions={<ListActions list={list} hasDraft={countChanges(draft) > 0} onTool={onTool} />}
    >
      <span>{messages.list.itemCount(list.listItems.length)}</span>
      <span>{messages.job.version(list.version)}</span>
      <span>{messages.list.measuredFrom(list.measurementVersion)}</span>
      <span>{format.dateTime(list.updatedAt)}</span>
      {list.soldAt && <Badge tone="good">{messages.list.sold}</Badge>}
      {!canEdit && <Badge>{messages.list.readOnly}</Badge>}
    </PageHead>
  )
}

/** The dialog that was opened from the menu of a line. */
function LineDialog({
  what,
  line,
  canEdit,
  dispatch,
  onClose,
}: {
  readonly what: OpenedLine['what']
  readonly line: ShownLine | undefined
  readonly canEdit: boolean
  readonly dispatch: Dispatch<DraftAction>
  readonly onClose: () => void
}): ReactNode {
  if (what === 'explanation' || !line) return <ExplanationDialog line={line} onClose={onClose} />
  return <Details line={line} canEdit={canEdit} dispatch={dispatch} onClose={onClose} />
}

/** The dialog that was opened from the head of the page. */
function Tool({
  tool,
  list,
  lines,
  draft,
  dispatch,
  onClose,
}: {
  readonly tool: ListTool | undefined
  readonly list: FullListFragment
  readonly lines: readonly ShownLine[]
  readonly draft: ListDraft
  readonly dispatch: Dispatch<DraftAction>
  readonly onClose: () => void
}): ReactNode {
  switch (tool) {
    case 'add':
      return <AddItem lines={lines} onClose={onClose} dispatch={dispatch} />
    case 'recompute':
      return <Recompute list={list} onClose={onClose} />
    case 'reprice':
      return <Reprice list={list} onClose={onClose} />
    case 'rename':
      return <Rename list={list} draft={draft} dispatch={dispatch} onClose={onClose} />
    case 'history':
      return <History list={list} onClose={onClose} />
    case undefined:
      return undefined
  }
}

function useTotals(lines: readonly ShownLine[], discount: number) {
  const seesCosts = useOrganization().can('prices:read')
  return useMemo(() => {
    const kept = lines.filter(({ isRemoved }) => !isRemoved)
    return totalLines(kept, discount, seesCosts)
  }, [lines, discount, seesCosts])
}

/** Loaded after the list, which is shown without them. */
function useExplanations(list: FullListFragment): Explanations {
  const { data } = useDocument(ListExplanationsDocument, { id: list.id })
  return useMemo(() => {
    const explained = data?.projectManagementProductionListById
    const byId = new Map(
      explained?.listItems.flatMap(({ id, product, explanation }) =>
        explanation ? [[id, { ...explanation, productId: product?.id ?? null }] as const] : [],
      ),
    )
    return { version: explained?.version, byId }
  }, [data])
}
