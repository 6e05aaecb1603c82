import { ORDERS_OF_CALL_MAX } from '@takeoff/contracts/order-limits'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { OrderableListFragment } from '../../generated/operations.ts'
import type { Messages } from '../../i18n/en.ts'
import { useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { errorText } from '../../ui/error-text.ts'
import { ConfirmOrdersDialog } from './confirm-orders-dialog.tsx'
import styles from './new-order-page.module.css'
import { OrderBar } from './order-bar.tsx'
import { FIELD_PATHS, hasBadTimes, withVendorAmong } from './order-draft.ts'
import type { OrderDraft, OrderField } from './order-draft.ts'
import { OrderForms } from './order-forms.tsx'
import { documentsOf, planOrders } from './order-plan.ts'
import type { OrderPlan } from './order-plan.ts'
import { isUnitChanged, problemAt, withoutField } from './order-problems.ts'
import type { OrderProblem } from './order-problems.ts'
import { PlacedOrders } from './placed-orders.tsx'
import { PlanSections } from './plan-sections.tsx'
import type { OrderProvider } from './terms-form.tsx'
import { useOrderDraft } from './use-order-draft.ts'
import { useSteps } from './use-steps.ts'
import { providerOf, vendorName } from './vendors.ts'
import { choicesOf } from '../../session/use-vendors.ts'
import type { Vendor } from '../../session/use-vendors.ts'

interface OrderBuilderProps {
  readonly list: OrderableListFragment
  readonly vendors: readonly Vendor[]
  readonly providers: readonly OrderProvider[]
  readonly canOrder: boolean
  readonly canSubmit: boolean
}

/** Chooses what is ordered from whom, types the delivery, and places the orders. */
export function OrderBuilder(props: OrderBuilderProps): ReactNode {
  const { list, vendors, canOrder } = props
  const messages = useMessages()
  const { draft: stored, change, reset, keys, isRestored } = useOrderDraft(list.id)
  const draft = withVendorAmong(stored, new Set(choicesOf(vendors).map(({ id }) => id)))
  const [namesItems, setNamesItems] = useState(false)
  const plan = usePlan(props, draft, namesItems)
  const { form, isChecked, problems, setProblems, ...steps } = useSteps(list, {
    plan,
    draft,
    keys,
    change,
    setNamesItems,
  })
  const { reading, placing } = steps
  const errorOf = (field: OrderField): string | undefined =>
    fieldError(field, { draft, isChecked, problems, messages })
  const type = (part: 'delivery' | 'terms', field: OrderField, text: string): void => {
    change((before) => ({ ...before, [part]: { ...before[part], [field]: text } }))
    setProblems((before) => withoutField(before, field))
  }
  const problem = reading.hasChanged
    ? messages.orders.new[placing.isUncertain ? 'changedUncertain' : 'changed']
    : (refusalOf(reading.error ?? placing.error, placing.placed.length > 0, messages) ??
      (isChecked ? blockOf(plan, messages) : undefined))
  return (
    <div className="stack" ref={form}>
      {placing.placed.length > 0 && <PlacedOrders placed={placing.placed} />}
      {isRestored && <Restored isUncertain={placing.isUncertain} onReset={reset} />}
      <div className={canOrder ? styles['columns'] : undefined}>
        <div className="stack">
          <PlanSections
            {...props}
            plan={plan}
            draft={draft}
            isChecked={isChecked}
            change={change}
          />
        </div>
        {canOrder && (
          <OrderForms
            plan={plan}
            draft={draft}
            providers={submittedTo(props, plan)}
            errorOf={errorOf}
            onType={type}
          />
        )}
      </div>
      {canOrder && (
        <OrderBar
          plan={plan}
          problem={problem}
          isReading={reading.isReading}
          onReview={steps.review}
        />
      )}
      {steps.isConfirming && (
        <ConfirmOrdersDialog
          plan={plan}
          vendorName={(id) => vendorName(vendors, id, messages.orders.vendor)}
          providerName={(id) => providerOf(vendors, id)?.name ?? ''}
          isPlacing={placing.isPlacing || reading.isReading}
          onConfirm={steps.confirm}
          onClose={steps.goBack}
        />
      )}
    </div>
  )
}

/** Why the orders were not placed, or only a part of them. */
function refusalOf(error: Error | null, isPartly: boolean, messages: Messages): string | undefined {
  if (!error) return undefined
  const text = isUnitChanged(error) ? messages.orders.new.unitChanged : errorText(error, messages)
  return isPartly ? `${messages.orders.new.partly} ${text}` : text
}

/** What must be changed at the items before any of them is ordered. */
function blockOf(plan: OrderPlan, messages: Messages): string | undefined {
  const { withoutSku, ofArchived } = plan
  const words = messages.orders.new
  if (plan.hasTooManyDocuments)
    return words.tooManyDocuments(documentsOf(plan.orders).length, ORDERS_OF_CALL_MAX)
  if (ofArchived.length > 0) return words.archivedAdvice(ofArchived.length)
  return withoutSku.length > 0 ? words.noSkuAdvice(withoutSku.length) : undefined
}

/** Says that choices of an earlier visit are shown, and offers to begin again. */
function Restored({
  isUncertain,
  onReset,
}: {
  readonly isUncertain: boolean
  readonly onReset: () => void
}): ReactNode {
  const messages = useMessages()
  return (
    <div className="notice row" role="status">
      {messages.orders.new.restored} {isUncertain && messages.orders.new.uncertain}
      <Button onClick={onReset}>{messages.orders.new.reset}</Button>
    </div>
  )
}

function usePlan(
  { list, vendors, canSubmit }: OrderBuilderProps,
  { picks, ways, vendorId }: OrderDraft,
  namesItems: boolean,
): OrderPlan {
  return useMemo(() => {
    const connected = canSubmit
      ? choicesOf(vendors).filter(({ provider }) => provider !== null)
      : []
    return planOrders({
      items: list.listItems,
      coverage: list.orderCoverage ?? [],
      draft: { picks, ways, vendorId },
      namesItems,
      connectedVendorIds: new Set(connected.map(({ id }) => id)),
      archivedVendorIds: new Set(vendors.flatMap((each) => (each.archivedAt ? [each.id] : []))),
    })
  }, [list, vendors, canSubmit, picks, ways, vendorId, namesItems])
}

interface ErrorOptions {
  readonly draft: OrderDraft
  readonly isChecked: boolean
  readonly problems: readonly OrderProblem[]
  readonly messages: Messages
}

function fieldError(
  field: OrderField,
  { draft, isChecked, problems, messages }: ErrorOptions,
): string | undefined {
  const words = messages.orders
  if (field === 'from' || field === 'to')
    return isChecked && hasBadTimes(draft.delivery) ? words.delivery.badTimes : undefined
  const problem = problemAt(problems, FIELD_PATHS[field])
  if (problem === undefined) return undefined
  if (problem.kind === 'required') return words.new.required
  return problem.kind === 'too-much'
    ? words.new.tooMuch(problem.limit, problem.given)
    : messages.errors.rule(problem.message)
}

/** The order systems to which the plan submits orders. */
function submittedTo(
  { providers, vendors }: OrderBuilderProps,
  { orders }: OrderPlan,
): readonly OrderProvider[] {
  const identifiers = new Set(
    orders.map(({ way, vendorId }) =>
      way === 'submit' ? providerOf(vendors, vendorId)?.identifier : undefined,
    ),
  )
  return providers.filter(({ identifier }) => identifiers.has(identifier))
}
