import { useId } from 'react'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { CoverageBar } from './coverage-bar.tsx'
import type { Way } from './order-draft.ts'
import { totalOf } from './order-plan.ts'
import type { PlannedItem, PlanSection } from './order-plan.ts'
import styles from './vendor-section.module.css'

interface VendorSectionProps {
  readonly section: PlanSection
  readonly title: string
  /** The provider to which the section's order can be submitted; undefined where it cannot. */
  readonly provider: string | undefined
  readonly canOrder: boolean
  /** What stands above the items, such as the choice of a vendor. */
  readonly children?: ReactNode
  readonly onPick: (items: readonly PlannedItem[], isChosen: boolean) => void
  readonly onWay: (way: Way) => void
}

/** The items of one vendor and kind, each with how far it is ordered and whether it is ordered now. */
export function VendorSection(props: VendorSectionProps): ReactNode {
  const { section, title, canOrder, children, onPick } = props
  const messages = useMessages()
  const format = useFormat()
  const titleId = useId()
  const { can } = useOrganization()
  const chosen = section.items.filter(({ isChosen }) => isChosen)
  const hasAmounts = can('prices:read')
  const words = messages.orders.new
  return (
    <section className={styles['section']} aria-labelledby={titleId}>
      <header className={styles['head']}>
        <h2 id={titleId}>
          {title} <small>{messages.orders.kinds[section.kind]}</small>
        </h2>
        {canOrder && <WayChoice {...props} />}
        {canOrder && (
          <span className={styles['sum']}>
            {messages.orders.lines(chosen.length)}
            {hasAmounts && <strong>{format.money(totalOf(chosen))}</strong>}
          </span>
        )}
      </header>
      {children}
      <table className={styles['items']}>
        <thead>
          <tr>
            {canOrder && (
              <th scope="col" className={styles['pick']}>
                <AllItems items={section.items} label={words.all(title)} onPick={onPick} />
              </th>
            )}
            <th scope="col">{words.columns.item}</th>
            <th scope="col" className={styles['covered']}>
              {words.columns.covered}
            </th>
            {canOrder && (
              <th scope="col" className={`number ${styles['now']}`}>
                {words.columns.now}
              </th>
            )}
            {canOrder && hasAmounts && (
              <th scope="col" className={`number ${styles['amount']}`}>
                {words.columns.amount}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {section.items.map((planned) => (
            <ItemRow
              key={planned.item.id}
              planned={planned}
              canOrder={canOrder}
              hasAmounts={hasAmounts}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function WayChoice({ section, provider, onWay }: VendorSectionProps): ReactNode {
  const messages = useMessages()
  const words = messages.orders.new
  if (provider === undefined) return null
  return (
    <label className={styles['way']}>
      <span className="visually-hidden">{words.way}</span>
      <select value={section.way} onChange={(event) => onWay(event.target.value as Way)}>
        <option value="submit">{words.bySubmit(provider)}</option>
        <option value="document">{words.byDocument}</option>
      </select>
    </label>
  )
}

function AllItems({
  items,
  label,
  onPick,
}: {
  readonly items: readonly PlannedItem[]
  readonly label: string
  readonly onPick: VendorSectionProps['onPick']
}): ReactNode {
  const messages = useMessages()
  const count = items.filter(({ isChosen }) => isChosen).length
  return (
    <label className={styles['all']}>
      <input
        type="checkbox"
        aria-label={label}
        checked={count === items.length}
        ref={(element) => {
          if (element) element.indeterminate = count > 0 && count < items.length
        }}
        onChange={(event) => onPick(items, event.target.checked)}
      />
      <span aria-hidden="true">{messages.orders.new.allShort}</span>
    </label>
  )
}

function ItemRow({
  planned,
  canOrder,
  hasAmounts,
  onPick,
}: {
  readonly planned: PlannedItem
  readonly canOrder: boolean
  readonly hasAmounts: boolean
  readonly onPick: VendorSectionProps['onPick']
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { item, isChosen, quantity, totalCost, lacksSku } = planned
  const words = messages.orders.new
  const details = [item.color, item.SKU].filter(Boolean).join(' · ')
  return (
    <tr className={isChosen || !canOrder ? undefined : styles['left-out']}>
      {canOrder && (
        <td>
          <input
            type="checkbox"
            aria-label={words.include(item.name)}
            checked={isChosen}
            onChange={(event) => onPick([planned], event.target.checked)}
          />
        </td>
      )}
      <td className={styles['name']}>
        {item.name}
        {details !== '' && <small>{details}</small>}
        {isChosen && lacksSku && <strong>{words.noSku}</strong>}
      </td>
      <td className={styles['covered']}>
        <CoverageBar planned={planned} />
      </td>
      {canOrder && (
        <td className="number">{isChosen ? format.amount(quantity, item.quantityUnits) : '–'}</td>
      )}
      {canOrder && hasAmounts && (
        <td className="number">{isChosen ? format.money(totalCost) : '–'}</td>
      )}
    </tr>
  )
}
