import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useChange, useDocument } from '../../api/use-document.ts'
import { OrderChangeDocument, OrderPreparationDocument } from '../../generated/operations.ts'
import type { OrderChangeMutation, OrderPreparationQuery } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { AmountTable } from './amount-table.tsx'
import { countBeyondNeed, readChange } from './change-input.ts'
import { CHANGED_BY_ORDERS } from './changed-by-orders.ts'
import { standingLines } from './order-figures.ts'
import type { FullOrder, StandingLine } from './order-figures.ts'
import { useChangeDraft } from './use-change-draft.ts'
import type { ChangeDraft } from './use-change-draft.ts'

type List = NonNullable<OrderPreparationQuery['projectManagementProductionListById']>

interface DialogProps {
  readonly order: FullOrder
  readonly onClose: () => void
}

/** Types what is ordered in addition, and what is taken back. */
export default function ChangeOrderDialog({ order, onClose }: DialogProps): ReactNode {
  const messages = useMessages()
  const query = useDocument(OrderPreparationDocument, { listId: order.productionListId })
  const standing = standingLines(order)
  const draft = useChangeDraft(order.id, standing)
  const placing = usePlaceChange(order.id, draft, onClose)
  return (
    <Dialog
      title={messages.orders.change.title}
      size="large"
      isBusy={placing.isPending}
      onClose={onClose}
    >
      <Loaded query={query}>
        {({ projectManagementProductionListById: list }) => (
          <ChangeForm {...{ order, list, standing, draft, placing, onClose }} />
        )}
      </Loaded>
    </Dialog>
  )
}

interface ChangeFormProps extends DialogProps {
  readonly list: List | null
  readonly standing: readonly StandingLine[]
  readonly draft: ChangeDraft
  readonly placing: ReturnType<typeof usePlaceChange>
}

function ChangeForm(props: ChangeFormProps): ReactNode {
  const { order, list, standing, draft, placing, onClose } = props
  const messages = useMessages()
  const [isChecked, setIsChecked] = useState(false)
  const { additions, credits, isRestored, forget } = draft
  const { place, isPending, error } = placing
  const words = messages.orders.change
  const reading = readChange(additions, credits, standing)
  const left = leftOf(list)
  const beyondNeed = left === undefined ? 0 : countBeyondNeed(reading, left, standing)
  const isEmpty = reading.additions.length + reading.credits.length === 0
  const errorOf = (id: string): string | undefined =>
    reading.wrong.has(id) ? words.wrong : reading.tooMuch.has(id) ? words.tooMuch : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    if (isEmpty || reading.wrong.size + reading.tooMuch.size > 0) return
    place({ additions: reading.additions, credits: reading.credits })
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>{words.advice}</p>
      {isRestored && (
        <p className="notice" role="status">
          {messages.measurements.restored}
        </p>
      )}
      <Amounts order={order} list={list} standing={standing} draft={draft} errorOf={errorOf} />
      {beyondNeed > 0 && (
        <p className="notice" role="status">
          {words.beyondNeed(beyondNeed)}
        </p>
      )}
      <Problem text={isChecked && isEmpty ? words.nothing : undefined} error={error} />
      <FormEnd
        isPending={isPending}
        onCancel={() => {
          forget()
          onClose()
        }}
      />
    </form>
  )
}

/** What is left to order of each item; undefined where that is not known. */
const leftOf = (list: List | null): ReadonlyMap<string, number> | undefined =>
  list?.orderCoverage
    ? new Map(list.orderCoverage.map((each) => [String(each.listItemId), each.left]))
    : undefined

function Amounts({
  order,
  list,
  standing,
  draft: { additions, credits, type },
  errorOf,
}: {
  readonly order: FullOrder
  readonly list: List | null
  readonly standing: readonly StandingLine[]
  readonly draft: ChangeDraft
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
          amount: format.amount(quantity, line.quantityUnits, 5),
        }))}
        typed={credits}
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
          amount: format.amount(left?.get(String(id)) ?? 0, quantityUnits, 5),
        }))}
        typed={additions}
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

type Change = Pick<ReturnType<typeof readChange>, 'additions' | 'credits'>

interface Placed {
  readonly data: OrderChangeMutation
}

/** Places the change order, and opens it. */
function usePlaceChange(
  id: string,
  { idempotencyKeyOf, forget }: ChangeDraft,
  onClose: () => void,
) {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  const { mutateAsync, isPending, error } = useChange(OrderChangeDocument, CHANGED_BY_ORDERS, {
    waits: false,
    idempotencyKeyOf,
  })
  // Not where the person has left the page meanwhile.
  const open = ({ data }: Placed): void => {
    onClose()
    const orderId = data.projectManagementOrderChange?.orderDocument?.order?.id
    if (orderId === undefined) return
    void navigate({
      to: '/o/$orgId/orders/$orderId',
      params: { orgId: String(orgId), orderId },
    })
  }
  const placeAndAnnounce = async (change: Change): Promise<void> => {
    const { warnings } = await mutateAsync({ id, ...change }, { onSuccess: open })
    forget()
    announceDone(messages.orders.change.placed, warnings)
  }
  const place = (change: Change): void => {
    // The dialog shows what goes wrong.
    placeAndAnnounce(change).catch(() => undefined)
  }
  return { place, isPending, error }
}
