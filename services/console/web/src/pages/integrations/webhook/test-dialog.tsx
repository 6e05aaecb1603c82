import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange, useDocument } from '../../../api/use-document.ts'
import { WebhookEventsDocument, WebhookTestDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { WEBHOOK_QUERIES } from './webhook-queries.ts'

/** Sends an event with a realistic payload. */
export function TestDialog({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookFieldsFragment
  readonly onClose: () => void
}): ReactNode {
  const { integrations } = useMessages()
  const words = integrations.webhook
  const announce = useAnnounce()
  const events = useDocument(WebhookEventsDocument, {})
  const [chosen, setChosen] = useState<string>()
  const test = useChange(WebhookTestDocument, WEBHOOK_QUERIES)
  const event = chosen ?? events.data?.webhookEvents[0]?.name
  const submit = async (): Promise<void> => {
    if (event === undefined) return
    await test.mutateAsync({ id: webhook.id, event })
    onClose()
    announce({ kind: 'done', text: words.testSent })
  }
  return (
    <FormDialog
      title={words.testTitle}
      action={words.send}
      isBusy={test.isPending}
      error={test.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.testAdvice}</p>
      <Loaded query={events}>
        {({ webhookEvents }) => (
          <SelectField
            label={words.event}
            hint={event}
            value={event}
            onChange={({ target }) => setChosen(target.value)}
          >
            {webhookEvents.map(({ name }) => (
              <option key={name} value={name}>
                {integrations.eventNames[name] ?? name}
              </option>
            ))}
          </SelectField>
        )}
      </Loaded>
    </FormDialog>
  )
}
