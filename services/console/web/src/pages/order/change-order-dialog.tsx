import type { FormEvent, ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { OrderPreparationDocument } from '../../generated/operations.ts'
import type { OrderableListFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AmountTable } from './amount-table.tsx'
import { countBeyondNeed } from './change-input.ts'
import type { LeftOfItem } from './change-input.ts'
import type { FullOrder, StandingLine } from './order-figures.ts'
import { useChangeDraft } from './use-change-draft.ts'
import type { ChangeDraftState } from './use-change-draft.ts'
import { usePlaceChange } from './use-place-change.ts'

interface DialogProps {
  readonly order: FullOrder
  readonly onClose: () => void
}

/** Types what is ordered in addition, and what is taken back. */
export default function ChangeOrderDialog({ order, onClose }: DialogProps): ReactNode {
  const messages = useMessages()
  const query = useDocument(OrderPreparationDocument, { listId: order.productionListId })
  const state = useChangeDraft(order)
  const placing = usePlaceChange(order, state, onClose)
  return (
    <Dialog
      title={messages.orders.change.title}
      size="large"
      isBusy={placing.isPending}
      onClose={onClose}
    >
      <Loaded query={query}>
        {({ projectManagementProductionListById: list }) => (
          <ChangeForm {...{ order, list, state, placing, onClose }} />
        )}
      </Loaded>
    </Dialog>
  )
}

interface ChangeFormProps extends DialogProps {
  readonly list: OrderableListFragment | null
  readonly state: ChangeDraftState
  readonly placing: ReturnType<typeof usePlaceChange>
}

function ChangeForm({ order, list, state, placing, onClose }: ChangeFormProps): ReactNode {
  const words = useMessages().orders.change
  const { standing, change, isRepeated } = placing
  const left = leftOf(list)
  const beyondNeed = left === undefined ? 0 : countBeyondNeed(change, left, standing)
  const isTooMuch = (id: string): boolean => change.tooMuch.has(id) && !isRepeated
  const errorOf = (id: string): string | undefined =>
    change.wrong.has(id) ? words.wrong : isTooMuch(id) ? words.tooMuch : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    placing.submit()
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>{words.advice}</p>
      <DraftNotice {...state} isPending={placing.isPending} />
      <Amounts order={order} list={list} standing={standing} state={state} errorOf={errorOf} />
      {beyondNeed > 0 && (
        <p className="notice" role="status">
          {words.beyondNeed(beyondNeed)}
        </p>
      )}
      <Obstacle {...placing} isUncertain={state.isUncertain} />
      <FormEnd
        isPending={placing.isPending}
        onCancel={() => {
          // Typed again, a change whose outcome is unknown must have the same key.
          if (!state.isUncertain) state.forget()
          onClose()
        }}
      />
    </form>
  )
}

/** Says that amounts of an earlier visit are shown, and that they may have been placed. */
function DraftNotice({
  isRestored,
  isUncertain,
  isPending,
}: Pick<ChangeDraftState, 'isRestored' | 'isUncertain'> & {
  readonly isPending: boolean
}): ReactNode {
  const messages = useMessages()
  const mayBePlaced = isUncertain && !isPending
  if (!isRestored && !mayBePlaced) return null
  return (
    <p className="notice" role="status">
      {isRestored && messages.measurements.restored}{' '}
      {mayBePlaced && messages.orders.change.uncertain}
    </p>
  )
}

/** Why the change was not placed. */
function Obstacle({
  isNothing,
  hasChanged,
  isUncertain,
  error,
}: Pick<ReturnType<typeof usePlaceChange>, 'isNothing' | 'hasChanged' | 'error'> & {
  readonly isUncertain: boolean
}): ReactNode {
  const words = useMessages().orders.change
  const changed = isUncertain ? words.changedUncertain : words.changed
  const text = hasChanged ? changed : isNothing ? words.nothing : undefined
  return <Problem text={text} error={error} />
}

/** What is left to order of each item; undefined where that is not known. */
const leftOf = (list: OrderableListFragment | null): ReadonlyMap<string, LeftOfItem> | undefined =>
  list?.orderCoverage
    ? new Map(list.orderCoverage.map((each) => [String(each.listItemId), each]))
    : undefined

function Amounts({
  order,
  list,
  standing,
  state: { draft, type },
  errorOf,
}: {
  readonly order: FullOrder
  readonly list: OrderableListFragment | null
  readonly standing: readonly StandingLine[]
  readonly state: ChangeDraftState
  readonly errorOf: (id: string) => string | undefined
}): ReactNode {
  const words = useMessages().orders.change
  const format = useFormat()
  const left = leftOf(list)
  const items = list?.listItems.filter(({ type: kind }) => kind === order.kind) ?? []
  return (
    <>
      <AmountTable
        title={words.credits}
        amountTitle={words.ordered}
        labelOf={words.takeBack}
        rows={standing.map(({ line, quantity }) => ({
          id: line.id,
          name: line.name,
          color: line.color,
          amount: format.amount(quantity, line.quantityUnits),
        }))}
        typed={draft.credits}
        errorOf={errorOf}
        onType={(id, text) => type('credits', id, text)}
      />
      <AmountTable
        title={words.additions}
        amountTitle={words.left}
        labelOf={words.add}
        rows={items.map(({ id, name, color, quantityUnits }) => ({
          id: String(id),
          name,
          color,
          amount: format.amount(left?.get(String(id))?.left ?? 0, quantityUnits),
        }))}
        typed={draft.additions}
        errorOf={errorOf}
        onType={(id, text) => type('additions', id, text)}
      />
    </>
  )
}

function FormEnd({
  isPending,
  onCancel,
}: {
  readonly isPending: boolean
  readonly onCancel: () => void
}): ReactNode {
  const messages = useMessages()
  return (
    <div className="row end">
      <Button onClick={onCancel} disabled={isPending}>
        {messages.actions.cancel}
      </Button>
      <Button kind="primary" type="submit" isBusy={isPending}>
        {messages.orders.change.place}
      </Button>
    </div>
  )
}
