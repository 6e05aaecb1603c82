import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChange, useDocument, usePages } from '../../api/use-document.ts'
import {
  AttentionDeliveriesDocument,
  DeliveryRetryDocument,
  WebhooksDocument,
} from '../../generated/operations.ts'
import type { AttentionDeliveriesQuery, WebhookFieldsFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Menu } from '../../ui/menu.tsx'
import { useRowDialog } from '../../ui/row-dialogs.tsx'
import { useAnnounce } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DeliveryDialog } from '../integrations/webhook/delivery-dialog.tsx'
import { ReplayDialog } from '../integrations/webhook/replay-dialog.tsx'
import { WEBHOOK_QUERIES } from '../integrations/webhook/webhook-queries.ts'
import {
  DELIVERY_TONES,
  nextAttemptText,
  webhookState,
} from '../integrations/webhooks/webhook-state.ts'
import styles from './attention.module.css'
import { deliveryProblem } from './problems.ts'
import type { Delivery } from './problems.ts'
import { StuckTable } from './stuck-table.tsx'
import type { StuckRow } from './stuck-table.tsx'

const POLL_MS = 5_000

/** The deliveries of all webhooks that failed, or wait for long. */
export function StuckDeliveries(): ReactNode {
  const { attention, integrations } = useMessages()
  const { orgId } = useOrganization()
  const format = useFormat()
  const now = useNow()
  const { data: known } = useDocument(WebhooksDocument, { orgId }, { pollMs: POLL_MS * 3 })
  const query = usePages(AttentionDeliveriesDocument, { orgId }, (data) => data.webhookDeliveries, {
    pollMs: (pages) => (pages.some(isUnderWay) ? POLL_MS : POLL_MS * 3),
  })
  const webhooks = new Map(known?.webhooks.nodes.map((webhook) => [webhook.id, webhook]))
  const deliveries = query.data?.pages.flatMap((page) => page.webhookDeliveries.nodes) ?? []
  const words = integrations.webhook
  const rows = deliveries.map((delivery): StuckRow => {
    const { id, event, state, createdAt, nextAttemptAt, lastAttempt } = delivery
    const webhook = webhooks.get(delivery.webhookId)
    const isAbout = webhook && { state: webhookState(webhook, now), ordered: webhook.ordered }
    const problem = attention.deliveryProblems[deliveryProblem(delivery, isAbout)]
    return {
      id,
      name: <DeliveryName delivery={delivery} webhook={webhook} />,
      state: {
        tone: DELIVERY_TONES[state] ?? 'neutral',
        text: words.deliveryStates[state] ?? state,
      },
      problem,
      ...(nextAttemptAt !== null && {
        next: nextAttemptText(nextAttemptAt, now, { words, format }),
      }),
      since: createdAt,
      last: lastAttempt && {
        text:
          lastAttempt.error === null
            ? words.status(lastAttempt.statusCode ?? 0)
            : words.deliveryError(lastAttempt.error),
        at: lastAttempt.at,
        more: lastAttempt.responseBody,
      },
      actions: (
        <DeliveryActions
          delivery={delivery}
          webhook={webhook}
          isSendable={isAbout?.state === 'enabled' || isAbout?.state === 'paused'}
          name={`${integrations.eventNames[event] ?? event}, ${format.dateTime(createdAt)}`}
        />
      ),
    }
  })
  return (
    <StuckTable
      title={attention.deliveries}
      nameLabel={attention.event}
      emptyTitle={attention.noDeliveries}
      emptyAdvice={attention.noDeliveriesAdvice}
      query={query}
      rows={rows}
      now={now}
    />
  )
}

const isUnderWay = ({ webhookDeliveries }: AttentionDeliveriesQuery): boolean =>
  webhookDeliveries.nodes.some(({ state }) => state === 'pending')

function DeliveryName({
  delivery: { event, webhookId },
  webhook,
}: {
  readonly delivery: Delivery
  readonly webhook: WebhookFieldsFragment | undefined
}): ReactNode {
  const { integrations } = useMessages()
  const { orgId } = useOrganization()
  return (
    <>
      {integrations.eventNames[event] ?? event}
      <div className={styles['soft']}>
        <Link
          to="/o/$orgId/integrations/webhooks/$webhookId"
          params={{ orgId: String(orgId), webhookId: String(webhookId) }}
        >
          {webhook?.description ?? webhook?.url ?? integrations.webhooks.unnamed(webhookId)}
        </Link>
      </div>
    </>
  )
}

function DeliveryActions({
  delivery: { id, webhookId },
  webhook,
  isSendable,
  name,
}: {
  readonly delivery: Delivery
  readonly webhook: WebhookFieldsFragment | undefined
  readonly isSendable: boolean
  readonly name: string
}): ReactNode {
  const messages = useMessages()
  const announce = useAnnounce()
  const { orgId, can } = useOrganization()
  const open = useRowDialog()
  const retry = useChange(DeliveryRetryDocument, WEBHOOK_QUERIES)
  const words = messages.integrations.webhook
  const canWrite = can('webhooks:write')
  // Not by the callbacks of mutate: they are dropped when the delivery has left the table before the response.
  const send = (): Promise<void> =>
    retry.mutateAsync({ id }).then(
      () => announce({ kind: 'done', text: words.retried }),
      (error: unknown) => announce({ kind: 'warning', text: errorText(error, messages) }),
    )
  const details = {
    label: words.open,
    onSelect: () => open((close) => <DeliveryDialog id={id} onClose={close} />),
  }
  const replay = webhook && {
    label: words.replay,
    onSelect: () => open((close) => <ReplayDialog webhook={webhook} onClose={close} />),
  }
  return (
    <>
      {canWrite && isSendable && (
        <Button
          isBusy={retry.isPending}
          aria-label={messages.attention.retryOf(name)}
          onClick={() => void send()}
        >
          {words.retry}
        </Button>
      )}
      {canWrite && webhook && !isSendable && (
        <Link
          {...buttonLook('secondary')}
          to="/o/$orgId/integrations/webhooks/$webhookId"
          params={{ orgId: String(orgId), webhookId: String(webhookId) }}
        >
          {messages.attention.toWebhook}
        </Link>
      )}
      <Menu
        button="⋯"
        label={messages.attention.moreOf(name)}
        items={canWrite && replay && isSendable ? [details, replay] : [details]}
      />
    </>
  )
}
