import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Options } from '../../ui/options.tsx'
import styles from './new-order-page.module.css'
import { TIMES } from './order-draft.ts'
import type { DeliveryField, OrderDraft } from './order-draft.ts'

interface DeliveryFormProps {
  readonly typed: OrderDraft['delivery']
  readonly notesHint: string | undefined
  readonly errorOf: (field: DeliveryField) => string | undefined
  readonly onType: (field: DeliveryField, text: string) => void
}

const TEXT_LENGTH_MAX = 100
const NOTES_LENGTH_MAX = 1000

/** How, when and where the orders are to be delivered. Everything may stay empty. */
export function DeliveryForm({ typed, notesHint, errorOf, onType }: DeliveryFormProps): ReactNode {
  const messages = useMessages()
  const words = messages.orders.delivery
  const props = (field: DeliveryField) => ({
    value: typed[field] ?? '',
    error: errorOf(field),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onType(field, event.target.value),
  })
  const text = (field: DeliveryField, label: string, type = 'text'): ReactNode => (
    <TextField label={label} type={type} maxLength={TEXT_LENGTH_MAX} {...props(field)} />
  )
  const notes = (field: DeliveryField, label: string, hint: string): ReactNode => (
    <div className={styles['wide']}>
      <TextArea label={label} hint={hint} rows={2} lengthMax={NOTES_LENGTH_MAX} {...props(field)} />
    </div>
  )
  const select = (
    field: DeliveryField,
    label: string,
    options: Readonly<Record<string, string>>,
  ): ReactNode => (
    <SelectField label={label} {...props(field)}>
      <option value="">{words.notSaid}</option>
      <Options names={options} />
    </SelectField>
  )
  const isPast = typed.date !== undefined && typed.date !== '' && typed.date < today()
  return (
    <div className={styles['fields']}>
      <TextField
        label={words.date}
        type="date"
        hint={isPast ? words.pastDate : undefined}
        {...props('date')}
      />
      {select('window', words.window, { ...words.windows, [TIMES]: words.times })}
      {typed.window === TIMES && text('from', words.from, 'time')}
      {typed.window === TIMES && text('to', words.to, 'time')}
      {select('method', words.method, words.methods)}
      <fieldset className={styles['group']}>
        <legend>{words.address}</legend>
        {text('name', words.siteName)}
        <div className={styles['wide']}>
          <TextArea label={words.street} hint={words.streetHint} rows={2} {...props('lines')} />
        </div>
        {text('city', words.city)}
        <div className={styles['pair']}>
          {text('region', words.region)}
          {text('postalCode', words.postalCode)}
        </div>
      </fieldset>
      {notes('placementNotes', words.placementNotes, notesHint ?? words.placementHint)}
      {notes('accessNotes', words.accessNotes, words.accessHint)}
      <fieldset className={styles['group']}>
        <legend>{words.contact}</legend>
        {text('contactName', words.contactName)}
        {text('contactPhone', words.phone, 'tel')}
        {text('contactEmail', words.email, 'email')}
      </fieldset>
    </div>
  )
}

/** In the person's time zone, as 2026-03-14. */
function today(): string {
  const now = new Date()
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
