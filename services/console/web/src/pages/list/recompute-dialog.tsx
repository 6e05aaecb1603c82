import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keyOf, useChange, useDocument } from '../../api/use-document.ts'
import {
  ListDocument,
  ListRecomputationDocument,
  ListRecomputeDocument,
} from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useAnnounce } from '../../ui/toasts.tsx'
import { DiffView } from './diff-view.tsx'

/** Shows what a recompute would change, and applies exactly that. */
export default function RecomputeDialog({
  list,
  onClose,
}: {
  readonly list: FullListFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const query = useDocument(ListRecomputationDocument, { id: list.id })
  const apply = useChange(ListRecomputeDocument, [
    'Job',
    'ListExplanations',
    'ListHistory',
    'ListRecomputation',
  ])
  const shown = query.data?.projectManagementProductionListRecomputation
  const hasChanges = shown?.diff.isEmpty === false
  const onApply = async (): Promise<void> => {
    if (!shown) return
    const { data, warnings } = await apply.mutateAsync({ id: list.id, digest: shown.digest })
    const saved = data.projectManagementProductionListRecompute?.productionList
    queries.setQueryData(keyOf(ListDocument, { id: list.id }), {
      projectManagementProductionListById: saved,
    })
    if (saved) announce({ kind: 'done', text: messages.list.saved(saved.version) })
    for (const text of warnings) announce({ kind: 'warning', text })
    onClose()
  }
  return (
    <Dialog
      title={messages.list.recomputeTitle}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          {hasChanges && (
            <Button
              kind="primary"
              isBusy={apply.isPending}
              onClick={() => void onApply().catch(() => void query.refetch())}
            >
              {messages.list.apply}
            </Button>
          )}
        </>
      }
    >
      <Problem error={apply.error} />
      <Loaded query={query}>
        {() =>
          shown && hasChanges ? <DiffView diff={shown.diff} /> : <p>{messages.list.upToDate}</p>
        }
      </Loaded>
    </Dialog>
  )
}
