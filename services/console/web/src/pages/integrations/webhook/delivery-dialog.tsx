import type { ReactNode } from 'react'
import { useChange, useDocument } from '../../../api/use-document.ts'
import { DeliveryDocument, DeliveryRetryDocument } from '../../../generated/operations.ts'
import type { DeliveryQuery } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loaded, Missing } from '../../../ui/states.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { DELIVERY_TONES } from '../webhooks/webhook-state.ts'
import { HANDSHAKE } from './delivery-filters.tsx'
import styles from './webhook.module.css'
import { WEBHOOK_QUERIES } from './webhook-queries.ts'

type Delivery = NonNullable<DeliveryQuery['webhookDelivery']>

const POLL_MS = 5_000
const PENDING = 'pending'

/** A delivery that has ended changes no more, unless it is retried here. */
const pollMsOf = (data: DeliveryQuery | undefined): number | undefined =>
  (data?.webhookDelivery?.state ?? PENDING) === PENDING ? POLL_MS : undefined

/** One delivery: its payload, and what came of each attempt. */
export function DeliveryDialog({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}): ReactNode {
  const { integrations, actions } = useMessages()
  const words = integrations.webhook
  const announce = useAnnounce()
  const { can } = useOrganization()
  const query = useDocument(DeliveryDocument, { id }, { pollMs: pollMsOf })
  const retry = useChange(DeliveryRetryDocument, WEBHOOK_QUERIES)
  const run = async (): Promise<void> => {
    await retry.mutateAsync({ id })
    announce({ kind: 'done', text: words.retried })
  }
  const delivery = query.data?.webhookDelivery
  const canRetry = can('webhooks:write') && delivery && delivery.event !== HANDSHAKE
  return (
    <Dialog
      title={words.deliveryTitle}
      size="large"
      onClose={onClose}
      actions={
        <>
          {canRetry && (
            // The dialog shows the error.
            <Button isBusy={retry.isPending} onClick={() => void run().catch(() => undefined)}>
              {words.retry}
            </Button>
          )}
          <Button onClick={onClose}>{actions.close}</Button>
        </>
      }
    >
      <Problem error={retry.error} />
      <Loaded query={query}>
        {({ webhookDelivery }) =>
          webhookDelivery ? <DeliveryView delivery={webhookDelivery} /> : <Missing what={id} />
        }
      </Loaded>
    </Dialog>
  )
}

function DeliveryView({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { integrations } = useMessages()
  const format = useFormat()
  const words = integrations.webhook
  const { id, event, state, createdAt, payload, attempts } = delivery
  return (
    <>
      <div className="row" role="status">
        <strong>{integrations.eventNames[event] ?? event}</strong>
        <Badge tone={DELIVERY_TONES[state] ?? 'neutral'}>
          {words.deliveryStates[state] ?? state}
        </Badge>
        <span className={styles['soft']}>{format.dateTime(createdAt)}</span>
      </div>
      <p className={styles['soft']}>webhook-id {id}</p>
      <h3>{words.payload}</h3>
      <pre className={styles['code']} tabIndex={0} aria-label={words.payload}>
        {JSON.stringify(payload, undefined, 2)}
      </pre>
      <h3>{words.attempts}</h3>
      {attempts.length === 0 && <p className={styles['soft']}>{words.noAttempts}</p>}
      <ol className={styles['attempts']}>
        {attempts.map((attempt, index) => (
          <li key={`${attempt.at} ${index}`}>
            <div className="row">
              <strong>{words.attempt(index + 1)}</strong>
              <Badge tone={attempt.error === null ? 'good' : 'bad'}>
                {attempt.error === null
                  ? attempt.statusCode === null
                    ? '–'
                    : words.status(attempt.statusCode)
                  : words.deliveryError(attempt.error)}
              </Badge>
              <span className={styles['soft']}>
                {format.dateTime(attempt.at)} ·{' '}
                {words.milliseconds(format.number(attempt.durationMs, 0))}
              </span>
            </div>
            {attempt.responseBody === null ? (
              <span className={styles['soft']}>{words.noResponse}</span>
            ) : (
              <pre className={styles['code']} tabIndex={0} aria-label={words.response}>
                {attempt.responseBody}
              </pre>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
