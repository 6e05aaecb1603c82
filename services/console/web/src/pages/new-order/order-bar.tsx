import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { StickyBar } from '../../ui/sticky-bar.tsx'
import styles from './new-order-page.module.css'
import { totalOf } from './order-plan.ts'
import type { OrderPlan } from './order-plan.ts'

/** How many orders it will be, what they come to, and the way to place them. */
export function OrderBar({
  plan,
  problem,
  isReading,
  onReview,
}: {
  readonly plan: OrderPlan
  /** Why the orders were not placed. */
  readonly problem: string | undefined
  /** The list is read again before it is reviewed. */
  readonly isReading: boolean
  readonly onReview: () => void
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.new
  const { orders, lacksVendor } = plan
  const isEmpty = orders.length === 0 && !lacksVendor
  return (
    <StickyBar>
      {problem !== undefined && (
        <p className={`problem ${styles['refusal']}`} role="alert">
          {problem}
        </p>
      )}
      <p className={styles['sum']} role="status">
        {isEmpty ? (
          words.nothingChosen
        ) : (
          <>
            {words.summary(orders.length)} <strong>{format.money(totalOf(orders))}</strong>
          </>
        )}
      </p>
      <Button kind="primary" disabled={isEmpty} isBusy={isReading} onClick={onReview}>
        {orders.length === 1 ? words.placeOne : words.place}
      </Button>
    </StickyBar>
  )
}
