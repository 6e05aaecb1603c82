import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { WebhookRotateDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SecretDialog } from '../webhooks/secret-dialog.tsx'
import { WEBHOOK_QUERIES } from './webhook-queries.ts'

const HOURS_MAX = 168

/** Replaces the signing secret, and shows the new one. */
export function RotateDialog({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookFieldsFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.webhook
  const [hours, setHours] = useState('24')
  // The secret comes with this response only: it must not wait for the webhook to be read again.
  const rotate = useChange(WebhookRotateDocument, WEBHOOK_QUERIES, { waits: false })
  const secret = rotate.data?.data.webhookSecretRotate.secret
  if (secret !== undefined)
    return (
      <SecretDialog
        title={messages.integrations.webhooks.secretTitle}
        secret={secret}
        onClose={onClose}
      />
    )
  const isValid = /^\d{1,3}$/.test(hours.trim()) && Number(hours) <= HOURS_MAX
  const submit = (): void => {
    if (isValid) rotate.mutate({ id: webhook.id, overlapHours: Number(hours) })
  }
  return (
    <FormDialog
      title={words.rotateTitle}
      action={words.rotate}
      isBusy={rotate.isPending}
      error={rotate.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.rotateAdvice}</p>
      <TextField
        label={words.overlap}
        hint={words.overlapHint}
        error={isValid ? undefined : words.overlapWrong}
        inputMode="numeric"
        maxLength={3}
        value={hours}
        onChange={({ target }) => setHours(target.value)}
      />
    </FormDialog>
  )
}
