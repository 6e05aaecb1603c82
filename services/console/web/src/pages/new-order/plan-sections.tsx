import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from './new-order-page.module.css'
import type { OrderDraft } from './order-draft.ts'
import { isNothingLeft, isOrderable, isProposed } from './order-plan.ts'
import type { OrderPlan, PlannedItem, PlanSection } from './order-plan.ts'
import { providerOf, vendorName } from './vendors.ts'
import { choicesOf } from '../../session/use-vendors.ts'
import type { Vendor } from '../../session/use-vendors.ts'
import { VendorOptions } from '../../session/vendor-options.tsx'
import { VendorSection } from './vendor-section.tsx'

interface PlanSectionsProps {
  readonly list: { readonly listItems: readonly { readonly type: string }[] }
  readonly vendors: readonly Vendor[]
  readonly canOrder: boolean
  readonly canSubmit: boolean
  readonly plan: OrderPlan
  readonly draft: OrderDraft
  /** Whether what is missing is said. */
  readonly isChecked: boolean
  readonly change: (update: (draft: OrderDraft) => OrderDraft) => void
}

/** The items of the list by vendor and kind, and what is to be known of them before they are ordered. */
export function PlanSections(props: PlanSectionsProps): ReactNode {
  const { list, vendors, canOrder, canSubmit, plan, draft, change } = props
  const messages = useMessages()
  const words = messages.orders.new
  const pick = (items: readonly PlannedItem[], isChosen: boolean): void =>
    change((before) => ({ ...before, picks: withPicks(before.picks, items, isChosen) }))
  const vendorOfTheRest = draft.vendorId === '' ? null : Number(draft.vendorId)
  const others = list.listItems.filter((item) => !isOrderable(item)).length
  return (
    <>
      {canOrder && <p>{isNothingLeft(plan) ? words.nothingLeft : words.lead}</p>}
      {plan.overOrdered.length > 0 && (
        <p className="notice" role="status">
          <strong>{words.overTitle}.</strong> {words.overAdvice(plan.overOrdered.length)}
        </p>
      )}
      {plan.withoutSku.length > 0 && (
        <p className="problem" role="status">
          {words.noSkuAdvice(plan.withoutSku.length)}
        </p>
      )}
      {canOrder && plan.ofArchived.length > 0 && (
        <p className="problem" role="status">
          {words.archivedAdvice(plan.ofArchived.length)}
        </p>
      )}
      {plan.sections.map((section) => {
        const orderedFrom = section.vendorId ?? vendorOfTheRest
        return (
          <VendorSection
            key={section.key}
            section={section}
            title={
              section.vendorId === null
                ? words.noVendor
                : vendorName(vendors, section.vendorId, messages.orders.vendor)
            }
            provider={
              canSubmit && section.kind === 'MATERIAL'
                ? providerOf(vendors, orderedFrom)?.name
                : undefined
            }
            canOrder={canOrder}
            onPick={pick}
            onWay={(way) =>
              change((before) => ({
                ...before,
                ways: { ...before.ways, [String(orderedFrom)]: way },
              }))
            }
          >
            {section.vendorId === null && canOrder && <VendorChoice {...props} section={section} />}
          </VendorSection>
        )
      })}
      {others > 0 && <p>{words.otherItems(others)}</p>}
    </>
  )
}

function VendorChoice({
  vendors,
  draft,
  isChecked,
  section,
  change,
}: PlanSectionsProps & { readonly section: PlanSection }): ReactNode {
  const messages = useMessages()
  const words = messages.orders.new
  const isMissing = draft.vendorId === '' && section.items.some(({ isChosen }) => isChosen)
  return (
    <div className={styles['choose-vendor']}>
      <SelectField
        label={words.chooseVendor}
        hint={choicesOf(vendors).length === 0 ? words.noVendorsAdvice : words.noVendorAdvice}
        error={isChecked && isMissing ? words.vendorRequired : undefined}
        value={draft.vendorId}
        onChange={({ target }) => change((before) => ({ ...before, vendorId: target.value }))}
      >
        <option value="">{words.choose}</option>
        <VendorOptions vendors={vendors} />
      </SelectField>
    </div>
  )
}

/** The picks that differ from the proposal. */
function withPicks(
  picks: OrderDraft['picks'],
  items: readonly PlannedItem[],
  isChosen: boolean,
): OrderDraft['picks'] {
  const ids = new Set(items.map(({ item }) => String(item.id)))
  const others = Object.entries(picks).filter(([id]) => !ids.has(id))
  const changed = items.flatMap((each) =>
    isProposed(each) === isChosen ? [] : [[String(each.item.id), isChosen] as const],
  )
  return Object.fromEntries([...others, ...changed])
}
