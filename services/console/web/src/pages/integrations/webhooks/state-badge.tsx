import type { ReactNode } from 'react'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { STATE_TONES, webhookState } from './webhook-state.ts'
import { useNow } from '../../../ui/use-now.ts'

/** The state of a webhook, in a word. */
export function StateBadge({ webhook }: { readonly webhook: WebhookFieldsFragment }): ReactNode {
  const { states } = useMessages().integrations.webhooks
  const state = webhookState(webhook, useNow())
  return <Badge tone={STATE_TONES[state]}>{states[state]}</Badge>
}
