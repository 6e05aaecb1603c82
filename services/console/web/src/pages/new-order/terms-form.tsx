import type { ReactNode } from 'react'
import type { OrderProvidersQuery } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { TextField } from '../../ui/field.tsx'
import { DocumentFields } from '../order/document-fields.tsx'
import styles from './new-order-page.module.css'
import type { OrderDraft, TermField } from './order-draft.ts'

export type OrderProvider = OrderProvidersQuery['orderProviders'][number]

interface TermsFormProps {
  readonly typed: OrderDraft['terms']
  /** Whether any order becomes a document. */
  readonly hasDocuments: boolean
  /** The providers to which orders are submitted. */
  readonly providers: readonly OrderProvider[]
  readonly errorOf: (field: TermField) => string | undefined
  readonly onType: (field: TermField, text: string) => void
}

const NUMBER_LENGTH_MAX = 64
const IDENTIFIER_LENGTH_MAX = 255
const JOB_NAME_LENGTH_MAX = 100

/** The numbers of the orders, and how their documents are made. */
export function TermsForm(props: TermsFormProps): ReactNode {
  const { typed, hasDocuments, providers, errorOf, onType } = props
  const messages = useMessages()
  const words = messages.orders.new
  const text = (field: TermField, label: string, hint: string, maxLength: number): ReactNode => (
    <TextField
      label={label}
      hint={hint}
      error={errorOf(field)}
      maxLength={maxLength}
      value={typed[field] ?? ''}
      onChange={(event) => onType(field, event.target.value)}
    />
  )
  const numberHints = providers.flatMap(({ name, limits }) => [
    ...(limits.purchaseOrderNumberRequired ? [words.purchaseOrderRequired(name)] : []),
    ...(limits.purchaseOrderNumberLength === null
      ? []
      : [words.purchaseOrderLimit(name, limits.purchaseOrderNumberLength)]),
  ])
  return (
    <div className={styles['fields']}>
      {text(
        'purchaseOrderNumber',
        words.purchaseOrderNumber,
        [words.purchaseOrderHint, ...numberHints].join(' '),
        NUMBER_LENGTH_MAX,
      )}
      {text(
        'externalIdentifier',
        words.externalIdentifier,
        words.externalIdentifierHint,
        IDENTIFIER_LENGTH_MAX,
      )}
      {providers.length > 0 &&
        text('jobName', words.jobName, words.jobNameHint, JOB_NAME_LENGTH_MAX)}
      {hasDocuments && (
        <DocumentFields texts={typed} hasPrices errorOf={errorOf} onChange={onType} />
      )}
    </div>
  )
}
