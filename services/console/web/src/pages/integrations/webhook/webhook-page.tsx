import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { WebhookDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Loaded, NotFound } from '../../../ui/states.tsx'
import { StateBadge } from '../webhooks/state-badge.tsx'
import { Deliveries } from './deliveries.tsx'
import { VerifyCard } from './verify-card.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import styles from './webhook.module.css'

const POLL_MS = 10_000

/** A webhook: its settings, what can be done with it, and its deliveries. */
export default function WebhookPage({ id }: { readonly id: number }): ReactNode {
  const { orgId } = useOrganization()
  const query = useDocument(WebhookDocument, { id }, { pollMs: POLL_MS })
  return (
    <Loaded query={query}>
      {({ webhook }) =>
        webhook?.orgId === orgId ? (
          <WebhookView webhook={webhook} />
        ) : (
          <NotFound what={String(id)} />
        )
      }
    </Loaded>
  )
}

function WebhookView({ webhook }: { readonly webhook: WebhookFieldsFragment }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.integrations.webhook
  const { orgId, can } = useOrganization()
  const { verifiedAt, disabledAt, pausedUntil, lastError } = webhook
  return (
    <div className="stack">
      <PageHead
        title={webhook.url}
        above={
          <Link to="/o/$orgId/integrations/webhooks" params={{ orgId: String(orgId) }}>
            {messages.integrations.sections.webhooks}
          </Link>
        }
        actions={can('webhooks:write') && <WebhookActions webhook={webhook} />}
      >
        <span role="status">
          <StateBadge webhook={webhook} />
        </span>
        {disabledAt !== null && <span>{words.disabledSince(format.dateTime(disabledAt))}</span>}
        {disabledAt === null && pausedUntil !== null && (
          <span>{words.pausedUntil(format.dateTime(pausedUntil))}</span>
        )}
      </PageHead>
      {lastError !== null && (
        <p className={disabledAt === null ? 'notice' : 'problem'}>
          {words.lastError}: {words.deliveryError(lastError)}
        </p>
      )}
      {verifiedAt === null && can('webhooks:write') && <VerifyCard webhook={webhook} />}
      <Settings webhook={webhook} />
      <Deliveries webhook={webhook} />
    </div>
  )
}

function Settings({ webhook }: { readonly webhook: WebhookFieldsFragment }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.integrations.webhooks
  const { events, description, headerNames, rateLimit, ordered, createdAt } = webhook
  const rows: readonly (readonly [string, ReactNode])[] = [
    [words.description, description],
    [
      words.events,
      events === null
        ? words.allEvents
        : events.map((event) => messages.integrations.eventNames[event] ?? event).join(', '),
    ],
    [words.headers, headerNames.join(', ')],
    [words.rate, rateLimit === null ? null : format.number(rateLimit)],
    [words.ordered, ordered ? words.orderedHint : null],
    [messages.integrations.webhook.created, format.dateTime(createdAt)],
  ]
  return (
    <Card title={messages.integrations.webhook.settings}>
      <Facts className={styles['settings']} rows={rows} />
    </Card>
  )
}
