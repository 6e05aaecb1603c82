import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { queryOf } from '../../../api/use-document.ts'
import { ListRecomputationDocument, ListRecomputeDocument } from '../../../generated/operations.ts'
import type { DiffFieldsFragment, FullListFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useListChange } from '../use-list-change.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { sharesPackages } from './diff-values.ts'
import { DiffView } from './diff-view.tsx'
import { useChoice } from './use-choice.ts'
import type { Choice } from './use-choice.ts'

/** Shows what a recompute would change, and applies those changes that are chosen. */
export default function RecomputeDialog({
  list,
  onClose,
}: {
  readonly list: FullListFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  // The server refuses a preview of an earlier version of the list, so each opening reads it again.
  const query = useQuery({ ...queryOf(ListRecomputationDocument, { id: list.id }), gcTime: 0 })
  const shown = query.data?.projectManagementProductionListRecomputation
  const hasChanges = shown?.diff.isEmpty === false
  const ids = useMemo(() => shown?.diff.items.map(({ changeId }) => changeId) ?? [], [shown])
  const choice = useChoice(ids, shown?.digest ?? '')
  const isAll = choice.chosen.length === ids.length
  const { send, isPending, error } = useListChange(
    ListRecomputeDocument,
    (data) => data.projectManagementProductionListRecompute,
  )
  const onApply = async (): Promise<void> => {
    if (!shown) return
    await send({ id: list.id, digest: shown.digest, changeIds: isAll ? null : choice.chosen })
    onClose()
  }
  return (
    <Dialog
      title={messages.list.recomputeTitle}
      size="large"
      isBusy={isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {hasChanges ? messages.actions.cancel : messages.actions.close}
          </Button>
          {hasChanges && (
            <Button
              kind="primary"
              isBusy={isPending}
              disabled={!isAll && choice.chosen.length === 0}
              onClick={() => void onApply().catch(() => void query.refetch())}
            >
              {messages.list.apply}
            </Button>
          )}
        </>
      }
    >
      <Problem error={error} />
      <Loaded query={query}>
        {() =>
          shown && hasChanges ? (
            <Changes diff={shown.diff} choice={choice} totalPrice={list.totalPrice} />
          ) : (
            <p>{messages.list.upToDate}</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Changes({
  diff,
  choice,
  totalPrice,
}: {
  readonly diff: DiffFieldsFragment
  readonly choice: Choice
  readonly totalPrice: number
}): ReactNode {
  const added = useMemo(
    () => new Map(diff.items.map(({ changeId, changes }) => [changeId, addedPrice(changes)])),
    [diff],
  )
  return (
    <>
      {choice.ids.length > 0 && (
        <ChoiceBar
          choice={choice}
          totalPrice={totalPrice}
          priceOf={(id) => added.get(id) ?? 0}
          isShared={sharesPackages(diff)}
        />
      )}
      <DiffView diff={diff} choice={choice} />
    </>
  )
}

/** What the change of an item adds to the price of the list. */
function addedPrice(changes: DiffFieldsFragment['items'][number]['changes']): number {
  const price = changes.find(({ field }) => field === 'totalPrice')
  return Number(price?.to ?? 0) - Number(price?.from ?? 0)
}
