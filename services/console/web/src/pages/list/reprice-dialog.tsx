import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { keyOf, useChange } from '../../api/use-document.ts'
import { ListDocument, ListRepriceDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAnnounce } from '../../ui/toasts.tsx'
import styles from './reprice-dialog.module.css'

/** Prices that differ from today's price books; each line is accepted or left. */
export default function RepriceDialog({
  list,
  onClose,
}: {
  readonly list: FullListFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const usable = list.priceWarnings.filter(({ currentUnitCost }) => currentUnitCost !== null)
  const [chosen, setChosen] = useState(() => new Set(usable.map(({ listItemId }) => listItemId)))
  const apply = useChange(ListRepriceDocument, ['Job', 'ListExplanations', 'ListHistory'])
  const toggle = (id: number): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const onApply = async (): Promise<void> => {
    const { data } = await apply.mutateAsync({
      id: list.id,
      version: list.version,
      listItemIds: [...chosen],
    })
    const saved = data.projectManagementProductionListReprice?.productionList
    queries.setQueryData(keyOf(ListDocument, { id: list.id }), {
      projectManagementProductionListById: saved,
    })
    if (saved) announce({ kind: 'done', text: messages.list.saved(saved.version) })
    onClose()
  }
  return (
    <Dialog
      title={messages.list.repriceTitle}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button
            kind="primary"
            isBusy={apply.isPending}
            disabled={chosen.size === 0}
            onClick={() => void onApply().catch(() => undefined)}
          >
            {messages.list.apply}
          </Button>
        </>
      }
    >
      <Problem error={apply.error} />
      <PriceChoices list={list} chosen={chosen} onToggle={toggle} />
    </Dialog>
  )
}

function PriceChoices({
  list,
  chosen,
  onToggle,
}: {
  readonly list: FullListFragment
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number) => void
}): ReactNode {
  const format = useFormat()
  const words = useMessages().list
  const lines = new Map(list.listItems.map((line) => [line.id, line]))
  return (
    <ul className={styles['prices']}>
      {list.priceWarnings.map(({ listItemId, currentUnitCost, code, reason }) => (
        <li key={listItemId}>
          <label>
            <input
              type="checkbox"
              disabled={currentUnitCost === null}
              checked={chosen.has(listItemId)}
              onChange={() => onToggle(listItemId)}
            />
            <strong>{lines.get(listItemId)?.name}</strong>
            <span>
              {format.money(lines.get(listItemId)?.unitCost)} → {format.money(currentUnitCost)}
            </span>
          </label>
          {reason !== null && <p>{words.priceReason(code, reason)}</p>}
        </li>
      ))}
    </ul>
  )
}
