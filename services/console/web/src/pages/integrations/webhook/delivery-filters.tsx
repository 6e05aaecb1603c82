import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { WebhookEventsDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { Options } from '../../../ui/options.tsx'
import { choiceOf } from '../../../ui/filter-values.ts'
import { useFilters } from '../../../ui/use-filters.ts'
import { timeOf } from './times.ts'
import styles from './webhook.module.css'

export const HANDSHAKE = 'webhook-verification-code'

type Filters = Readonly<Record<'state' | 'event' | 'since' | 'until', string>>

/** What the address says of the deliveries that are shown. */
export function useDeliveryFilters() {
  const { integrations } = useMessages()
  const [filters, filter] = useFilters('state', 'event', 'since', 'until')
  const names = useEventNames()
  const shown: Filters = {
    ...filters,
    state: choiceOf(filters.state, integrations.webhook.deliveryStates),
    // An event that is newer than this page is known once the names are read.
    event: names.includes(filters.event)
      ? filters.event
      : choiceOf(filters.event, integrations.eventNames),
  }
  return [shown, filter] as const
}

/** The events of which deliveries can tell, as far as they are read. */
function useEventNames(): readonly string[] {
  const events = useDocument(WebhookEventsDocument, {})
  return [...(events.data?.webhookEvents.map(({ name }) => name) ?? []), HANDSHAKE]
}

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
  const names = useEventNames()
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
