import type { ReactNode } from 'react'
import { usePages } from '../../../api/use-document.ts'
import { DeliveriesDocument } from '../../../generated/operations.ts'
import type {
  DeliveriesQuery,
  DeliveryHeadFragment,
  WebhookFieldsFragment,
} from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { Card } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { useRowDialog } from '../../../ui/row-dialogs.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import table from '../../../ui/table.module.css'
import { useNow } from '../../../ui/use-now.ts'
import { DELIVERY_TONES, nextAttemptText } from '../webhooks/webhook-state.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryFilters, filterArguments, useDeliveryFilters } from './delivery-filters.tsx'
import styles from './webhook.module.css'

const POLL_MS = 5_000

/** What was sent or is to be sent, newest first. */
export function Deliveries({ webhook }: { readonly webhook: WebhookFieldsFragment }): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.webhook
  const [filters, filter] = useDeliveryFilters()
  const query = usePages(
    DeliveriesDocument,
    { id: webhook.id, ...filterArguments(filters) },
    (data) => data.webhook?.deliveries ?? null,
    // What is on its way changes by itself; a test or an event of others appears by itself, too.
    { pollMs: (pages) => (pages.some(isUnderWay) ? POLL_MS : POLL_MS * 3) },
  )
  const deliveries = query.data?.pages.flatMap((page) => page.webhook?.deliveries.nodes ?? []) ?? []
  return (
    <Card title={words.deliveries} isPadded={false}>
      <DeliveryFilters filters={filters} onChange={filter} />
      <Loaded query={query}>
        {() => {
          if (deliveries.length > 0) return <DeliveryTable deliveries={deliveries} />
          const isFiltered = Object.values(filters).some((value) => value !== '')
          return isFiltered ? (
            <Empty title={words.noMatch}>{words.noMatchAdvice}</Empty>
          ) : (
            <Empty title={words.noDeliveries}>{words.noDeliveriesAdvice}</Empty>
          )
        }}
      </Loaded>
      <MoreButton query={query} className={styles['more']} />
    </Card>
  )
}

const isUnderWay = ({ webhook }: DeliveriesQuery): boolean =>
  webhook?.deliveries.nodes.some(({ state }) => state === 'pending') ?? false

function DeliveryTable({
  deliveries,
}: {
  readonly deliveries: readonly DeliveryHeadFragment[]
}): ReactNode {
  const { integrations, list } = useMessages()
  const format = useFormat()
  const now = useNow()
  const words = integrations.webhook
  const open = useRowDialog()
  return (
    <table className={table['table']}>
      <TableHead
        columns={[
          words.event,
          integrations.webhooks.state,
          words.created,
          { text: list.more, isHidden: true, className: table['end'] },
        ]}
      />
      <tbody>
        {deliveries.map(({ id, event, state, createdAt, nextAttemptAt }) => {
          const name = integrations.eventNames[event] ?? event
          const time = format.dateTime(createdAt)
          return (
            <tr key={id}>
              <td className={table['main']}>{name}</td>
              <td>
                <Badge tone={DELIVERY_TONES[state] ?? 'neutral'}>
                  {words.deliveryStates[state] ?? state}
                </Badge>
                {nextAttemptAt !== null && (
                  <div className={styles['soft']}>
                    {nextAttemptText(nextAttemptAt, now, { words, format })}
                  </div>
                )}
              </td>
              <td className={table['soft']}>{time}</td>
              <td className={table['end']}>
                <Button
                  kind="quiet"
                  aria-label={words.openOf(name, time)}
                  onClick={() => open((close) => <DeliveryDialog id={id} onClose={close} />)}
                >
                  {words.open}
                </Button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
