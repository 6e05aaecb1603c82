import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import styles from './coverage-bar.module.css'
import { barOf } from './order-plan.ts'
import type { PlannedItem } from './order-plan.ts'

/** How much of an item was ordered, is ordered now and is left, as a bar with its figures beside it. */
export function CoverageBar({ planned }: { readonly planned: PlannedItem }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { item, ordered, left } = planned
  const words = messages.orders.new
  const before = Math.max(0, ordered - item.quantity)
  const over = planned.over || before
  const bar = barOf(planned)
  return (
    <div className={styles['coverage']}>
      <svg className={styles['bar']} aria-hidden="true">
        <rect className={styles['ordered']} width={`${bar.ordered}%`} height="100%" />
        <rect className={styles['now']} x={`${bar.ordered}%`} width={`${bar.now}%`} height="100%" />
        {bar.need < 100 && (
          <rect
            className={styles['over']}
            x={`${bar.need}%`}
            width={`${100 - bar.need}%`}
            height="100%"
          />
        )}
      </svg>
      <span className={styles['text']}>
        {words.coverage(
          format.number(ordered, 5),
          format.amount(item.quantity, item.quantityUnits),
        )}
        {ordered > 0 && left > 0 && <> · {words.left(format.number(left, 5))}</>}
        {over > 0 && <strong> · {words.over(format.number(over, 5))}</strong>}
      </span>
    </div>
  )
}
