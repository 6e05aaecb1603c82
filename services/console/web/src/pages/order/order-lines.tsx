import type { ReactNode } from 'react'
import type { OrderLineFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Facts } from '../../ui/facts.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { linesByGroup, totalsOf, totalWithChanges } from './order-figures.ts'
import type { FullOrder } from './order-figures.ts'
import styles from './order-lines.module.css'

/** The lines of an order by group, with their amounts for those who may see them. */
export function OrderLines({ order }: { readonly order: FullOrder }): ReactNode {
  const { can } = useOrganization()
  return (
    <>
      <LineTable lines={order.orderListItems} hasAmounts={can('prices:read')} />
      {can('prices:read') && <Totals order={order} />}
    </>
  )
}

/** Lines of an order or of a change order. */
export function LineTable({
  lines,
  hasAmounts,
}: {
  readonly lines: readonly OrderLineFragment[]
  readonly hasAmounts: boolean
}): ReactNode {
  const messages = useMessages()
  const words = messages.orders.page
  return (
    <table className={styles['lines']}>
      <TableHead
        columns={[
          messages.list.columns.item,
          { text: messages.list.columns.quantity, isNumber: true },
          hasAmounts && { text: words.unitCost, isNumber: true, className: styles['unit-cost'] },
          hasAmounts && { text: words.amount, isNumber: true },
        ]}
      />
      {linesByGroup(lines).map(([group, members]) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={hasAmounts ? 4 : 2}>
              {group.trim() === '' ? words.noGroup : group}
            </th>
          </tr>
          {members.map((line) => (
            <Line key={line.id} line={line} hasAmounts={hasAmounts} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Line({
  line,
  hasAmounts,
}: {
  readonly line: OrderLineFragment
  readonly hasAmounts: boolean
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.page
  const details = [line.color, line.sku === null ? null : `${words.sku} ${line.sku}`]
  return (
    <tr className={line.rejectedReason === null ? undefined : styles['refused']}>
      <td>
        <span>{line.name}</span>
        <small>{details.filter(Boolean).join(' · ')}</small>
        {line.rejectedReason !== null && (
          <strong className={styles['reason']}>{words.refused(line.rejectedReason)}</strong>
        )}
      </td>
      <td className="number">{format.amount(line.quantity, line.quantityUnits)}</td>
      {hasAmounts && (
        <>
          <td className={`number ${styles['unit-cost']}`}>{format.unitCost(line.unitCost)}</td>
          <td className="number">{format.money(line.pretaxCost)}</td>
        </>
      )}
    </tr>
  )
}

function Totals({ order }: { readonly order: FullOrder }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.page
  const totals = totalsOf(order.orderListItems)
  const changed = totalWithChanges(order)
  if (totals === null) return null
  const rows = [
    [words.pretax, format.money(totals.pretaxCost)],
    [words.tax, format.money(totals.tax)],
    [words.total, format.money(totals.totalCost)],
    [words.totalWithChanges, changed === null ? null : format.money(changed)],
  ] as const
  return <Facts className={styles['totals']} rows={rows} />
}
