import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { ListRepriceDocument } from '../../../generated/operations.ts'
import type { FullListFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useListChange } from '../use-list-change.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { priceLine } from '../draft/line-figures.ts'
import styles from './reprice-dialog.module.css'
import { useChoice } from './use-choice.ts'
import type { Choice } from './use-choice.ts'

/** Prices that differ from today's price books; each line is accepted or left. */
export default function RepriceDialog({
  list,
  onClose,
}: {
  readonly list: FullListFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const added = useMemo(() => addedPrices(list), [list])
  const ids = useMemo(() => [...added.keys()], [added])
  const choice = useChoice(ids, String(list.version))
  const apply = useListChange(
    ListRepriceDocument,
    (data) => data.projectManagementProductionListReprice,
  )
  const onApply = async (): Promise<void> => {
    await apply.send({ id: list.id, version: list.version, listItemIds: choice.chosen })
    onClose()
  }
  return (
    <Dialog
      title={messages.list.repriceTitle}
      size="large"
      isBusy={apply.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={apply.isPending}>
            {messages.actions.cancel}
          </Button>
          <Button
            kind="primary"
            isBusy={apply.isPending}
            disabled={choice.chosen.length === 0}
            onClick={() => void onApply().catch(() => undefined)}
          >
            {messages.list.apply}
          </Button>
        </>
      }
    >
      <Problem error={apply.error} />
      <ChoiceBar
        choice={choice}
        totalPrice={list.totalPrice}
        priceOf={(id) => added.get(id) ?? 0}
      />
      <PriceChoices list={list} choice={choice} />
    </Dialog>
  )
}

function PriceChoices({
  list,
  choice,
}: {
  readonly list: FullListFragment
  readonly choice: Choice
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
              checked={currentUnitCost !== null && choice.isChosen(listItemId)}
              onChange={() => choice.toggle(listItemId)}
            />
            <strong>{lines.get(listItemId)?.name}</strong>
            <span>
              {format.unitCost(lines.get(listItemId)?.unitCost)} →{' '}
              {format.unitCost(currentUnitCost)}
            </span>
          </label>
          {reason !== null && <p>{words.priceReason(code, reason)}</p>}
        </li>
      ))}
    </ul>
  )
}

/** What each price that can be used adds to the price of the list, by line. */
function addedPrices({ listItems, priceWarnings }: FullListFragment): ReadonlyMap<number, number> {
  const lines = new Map(listItems.map((line) => [line.id, line]))
  return new Map(
    priceWarnings.flatMap(({ listItemId, currentUnitCost, currentTaxPercent }) => {
      const line = lines.get(listItemId)
      if (!line || currentUnitCost === null) return []
      const { totalPrice } = priceLine({
        quantity: line.quantity,
        unitCost: currentUnitCost,
        taxPercent: currentTaxPercent ?? 0,
        markup: line.markup ?? 0,
      })
      return [[listItemId, totalPrice - line.totalPrice]]
    }),
  )
}
