import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import styles from './new-order-page.module.css'
import { totalOf } from './order-plan.ts'
import type { OrderPlan } from './order-plan.ts'

interface ConfirmOrdersDialogProps {
  readonly plan: OrderPlan
  readonly vendorName: (id: number) => string
  readonly providerName: (vendorId: number) => string
  readonly isPlacing: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** What will be ordered from whom, and for how much, before it is ordered. */
export function ConfirmOrdersDialog(props: ConfirmOrdersDialogProps): ReactNode {
  const { plan, vendorName, providerName, isPlacing, onConfirm, onClose } = props
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.new
  return (
    <FormDialog
      title={words.confirmTitle}
      action={words.confirm}
      kind="primary"
      cancel={words.back}
      isBusy={isPlacing}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <ul className={styles['confirmed']}>
        {plan.orders.map(({ key, vendorId, kind, way, items, totalCost }) => (
          <li key={key}>
            <span>
              <strong>{vendorName(vendorId)}</strong>
              <small>
                {messages.orders.kinds[kind]} · {messages.orders.lines(items.length)}
              </small>
              <small>
                {way === 'submit'
                  ? words.confirmSubmit(providerName(vendorId))
                  : words.confirmDocument}
              </small>
            </span>
            <strong>{format.money(totalCost)}</strong>
          </li>
        ))}
        {plan.orders.length > 1 && (
          <li>
            <strong>{messages.orders.page.total}</strong>
            <strong>{format.money(totalOf(plan.orders))}</strong>
          </li>
        )}
      </ul>
      {plan.overOrdered.length > 0 && (
        <p className="notice">{words.overAdvice(plan.overOrdered.length)}</p>
      )}
    </FormDialog>
  )
}
