import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { Card } from '../../ui/page.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import type { OrderDraft, OrderField } from './order-draft.ts'
import type { OrderPlan } from './order-plan.ts'
import { TermsForm } from './terms-form.tsx'
import type { OrderProvider } from './terms-form.tsx'

interface OrderFormsProps {
  readonly plan: OrderPlan
  readonly draft: OrderDraft
  /** The providers to which orders are submitted. */
  readonly providers: readonly OrderProvider[]
  readonly errorOf: (field: OrderField) => string | undefined
  readonly onType: (part: 'delivery' | 'terms', field: OrderField, text: string) => void
}

/** What is typed for all orders: their delivery, numbers and documents. */
export function OrderForms(props: OrderFormsProps): ReactNode {
  const { plan, draft, providers, errorOf, onType } = props
  const messages = useMessages()
  const words = messages.orders.new
  const limited = providers.find(({ limits }) => limits.deliveryInstructionsLength !== null)
  const areSubmitted = plan.orders.length > 0 && plan.orders.every(({ way }) => way === 'submit')
  return (
    <div className="stack">
      <Card title={words.delivered}>
        <DeliveryForm
          typed={draft.delivery}
          notesHint={
            limited &&
            words.notesLimit(limited.name, limited.limits.deliveryInstructionsLength ?? 0)
          }
          errorOf={errorOf}
          onType={(field, text) => onType('delivery', field, text)}
        />
      </Card>
      <Card title={words.terms}>
        <TermsForm
          typed={draft.terms}
          hasDocuments={!areSubmitted}
          providers={providers}
          errorOf={errorOf}
          onType={(field, text) => onType('terms', field, text)}
        />
      </Card>
    </div>
  )
}
