import type { ReactNode } from 'react'
import type { DeliveryFieldsFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Facts } from '../../ui/facts.tsx'
import styles from './delivery-view.module.css'

/** How, when and where the order is to be delivered: what was said of it. */
export function DeliveryView({
  delivery,
}: {
  readonly delivery: DeliveryFieldsFragment | null
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.orders.delivery
  if (!delivery) return <p>{words.none}</p>
  const { date, window, method, shipTo, contact } = delivery
  const place = [shipTo?.city, [shipTo?.region, shipTo?.postalCode].filter(Boolean).join(' ')]
  const address = [
    shipTo?.name,
    ...(shipTo?.lines ?? []),
    place.filter(Boolean).join(', '),
    shipTo?.country,
  ]
  const rows = [
    [words.date, date && format.day(date)],
    [words.window, window && (words.windows[window] ?? window.replace('-', ' – '))],
    [words.method, method && (words.methods[method] ?? method)],
    [words.address, address.filter(Boolean).join('\n')],
    [words.placementNotes, delivery.placementNotes],
    [words.accessNotes, delivery.accessNotes],
    [words.contact, [contact?.name, contact?.phone, contact?.email].filter(Boolean).join('\n')],
  ] as const
  return <Facts className={styles['delivery']} rows={rows} />
}
