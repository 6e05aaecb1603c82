import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { WebhookRotateDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
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
  const rotate = useChange(WebhookRotateDocument, WEBHOOK_QUERIES)
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
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isValid) rotate.mutate({ id: webhook.id, overlapHours: Number(hours) })
  }
  return (
    <Dialog title={words.rotateTitle} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
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
        <Problem error={rotate.error} />
        <div className="row end">
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={rotate.isPending}>
            {words.rotate}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
