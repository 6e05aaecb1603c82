import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { WebhookEventsDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { Options } from '../../../ui/options.tsx'
import { timeOf } from './times.ts'
import styles from './webhook.module.css'

const HANDSHAKE = 'webhook-verification-code'

type Filters = Readonly<Record<'state' | 'event' | 'since' | 'until', string>>

/** As the query of deliveries takes them. */
export function filterArguments({ state, event, since, until }: Filters) {
  const [from, to] = [timeOf(since), timeOf(until)]
  return {
    ...(state !== '' && { state }),
    ...(event !== '' && { event }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  }
}

/** Which deliveries are shown. */
export function DeliveryFilters({
  filters,
  onChange,
}: {
  readonly filters: Filters
  readonly onChange: (values: Partial<Filters>) => void
}): ReactNode {
  const { integrations } = useMessages()
  const words = integrations.webhook
  const events = useDocument(WebhookEventsDocument, {})
  const names = [...(events.data?.webhookEvents.map(({ name }) => name) ?? []), HANDSHAKE]
  const bind = bindFields(filters, onChange)
  return (
    <div className={styles['filters']}>
      <SelectField label={integrations.webhooks.state} {...bind('state')}>
        <option value="">{words.anyState}</option>
        <Options names={words.deliveryStates} />
      </SelectField>
      <SelectField label={words.event} {...bind('event')}>
        <option value="">{words.anyEvent}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {integrations.eventNames[name] ?? name}
          </option>
        ))}
      </SelectField>
      <TextField label={words.since} type="datetime-local" {...bind('since')} />
      <TextField label={words.until} type="datetime-local" {...bind('until')} />
    </div>
  )
}
