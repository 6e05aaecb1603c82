import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePages } from '../../../api/use-document.ts'
import { WebhooksDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import table from '../../../ui/table.module.css'
import { IntegrationsNav } from '../integrations-nav.tsx'
import { StateBadge } from './state-badge.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import styles from './webhooks.module.css'

/** All webhooks of the organization. */
export default function WebhooksPage(): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.webhooks
  const { orgId, can } = useOrganization()
  const [isCreating, setIsCreating] = useState(false)
  const query = usePages(WebhooksDocument, { orgId }, (data) => data.webhooks)
  const create = can('webhooks:write') && (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      {words.new}
    </Button>
  )
  return (
    <>
      <IntegrationsNav />
      <PageHead title={messages.integrations.sections.webhooks} actions={create} />
      <Card isPadded={false} label={messages.integrations.sections.webhooks}>
        <Loaded query={query}>
          {({ pages }) => {
            const webhooks = pages.flatMap((page) => page.webhooks.nodes)
            return webhooks.length > 0 ? (
              <WebhookTable webhooks={webhooks} />
            ) : (
              <Empty title={words.empty} action={create}>
                {words.emptyAdvice}
              </Empty>
            )
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} />
      {isCreating && <WebhookDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

function WebhookTable({
  webhooks,
}: {
  readonly webhooks: readonly WebhookFieldsFragment[]
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.integrations.webhooks
  const { orgId } = useOrganization()
  return (
    <table className={table['table']}>
      <TableHead columns={[words.url, words.state, words.events, words.changed]} />
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <td className={table['main']}>
              <Link
                to="/o/$orgId/integrations/webhooks/$webhookId"
                params={{ orgId: String(orgId), webhookId: String(webhook.id) }}
              >
                {webhook.url}
              </Link>
              {webhook.description !== null && (
                <small className={styles['note']}>{webhook.description}</small>
              )}
            </td>
            <td>
              <StateBadge webhook={webhook} />
            </td>
            <td className={table['soft']}>
              {webhook.events === null ? words.all : words.eventCount(webhook.events.length)}
            </td>
            <td className={table['soft']}>{format.date(webhook.updatedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
