import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { WebhookCreateDocument, WebhookUpdateDocument } from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { CheckField } from '../../../ui/check-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { WEBHOOK_QUERIES } from '../webhook/webhook-queries.ts'
import { EventFields } from './event-fields.tsx'
import { HeaderFields } from './header-fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { webhookViolations, webhookFormOf, webhookInputOf } from './webhook-form.ts'
import type { WebhookForm } from './webhook-form.ts'

/** Creates a webhook, shows its secret, and opens it; or changes the given one. */
export function WebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook?: WebhookFieldsFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.webhooks
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  // What it was when the dialog opened: a change of another person since is no change of this form.
  const [opened] = useState(webhook)
  const [form, setForm] = useState(() => webhookFormOf(webhook))
  const [isChecked, setIsChecked] = useState(false)
  const save = useSaveWebhook(opened)
  const { created } = save
  if (created)
    return (
      <SecretDialog
        title={words.created}
        secret={created.secret}
        onClose={() => {
          onClose()
          void navigate({
            to: '/o/$orgId/integrations/webhooks/$webhookId',
            params: { orgId: String(orgId), webhookId: String(created.webhook.id) },
            // The secret was stored.
            ignoreBlocker: true,
          })
        }}
      />
    )
  const violations = webhookViolations(form, opened, words)
  const submit = (): void => {
    setIsChecked(true)
    // The error is shown below the fields.
    if (Object.keys(violations).length === 0) void save.send(form, onClose).catch(() => undefined)
  }
  return (
    <FormDialog
      title={webhook ? words.edit : words.new}
      size="large"
      action={webhook ? messages.actions.save : messages.actions.create}
      isBusy={save.isSaving}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookFields
        form={form}
        webhook={webhook}
        violations={isChecked ? violations : {}}
        onChange={(values) => setForm({ ...form, ...values })}
      />
    </FormDialog>
  )
}

function useSaveWebhook(webhook: WebhookFieldsFragment | undefined) {
  const words = useMessages().integrations.webhooks
  const announce = useAnnounce()
  const { orgId } = useOrganization()
  // The secret comes with this response only: it must not wait for the lists, whose reading may take long.
  const create = useChange(WebhookCreateDocument, WEBHOOK_QUERIES, { waits: false })
  const update = useChange(WebhookUpdateDocument, WEBHOOK_QUERIES)
  return {
    send: async (form: WebhookForm, onDone: () => void): Promise<void> => {
      const input = webhookInputOf(form, webhook)
      if (!webhook) {
        await create.mutateAsync({ orgId, ...input, url: form.url.trim() })
        return
      }
      await update.mutateAsync({ id: webhook.id, ...input })
      onDone()
      announce({ kind: 'done', text: words.saved })
    },
    created: create.data?.data.webhookCreate,
    isSaving: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}

function WebhookFields({
  form,
  webhook,
  violations,
  onChange,
}: {
  readonly form: WebhookForm
  readonly webhook: WebhookFieldsFragment | undefined
  readonly violations: ReturnType<typeof webhookViolations>
  readonly onChange: (values: Partial<WebhookForm>) => void
}): ReactNode {
  const words = useMessages().integrations.webhooks
  const text = bindFields<'url' | 'description' | 'rateLimit'>(form, onChange, violations)
  const isNewUrl = webhook !== undefined && form.url.trim() !== webhook.url
  return (
    <>
      <TextField
        label={words.url}
        hint={isNewUrl ? words.urlChanged : words.urlHint}
        type="url"
        maxLength={2048}
        {...text('url')}
      />
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        maxLength={500}
        {...text('description')}
      />
      <EventFields
        chosen={form.events}
        error={violations.events}
        onChange={(events) => onChange({ events })}
      />
      <HeaderFields
        stored={webhook?.headerNames ?? []}
        headers={form.headers}
        replaces={form.replacesHeaders}
        error={violations.headers}
        onChange={onChange}
      />
      <TextField
        label={words.rate}
        hint={words.rateHint}
        inputMode="numeric"
        maxLength={4}
        {...text('rateLimit')}
      />
      <CheckField
        label={words.ordered}
        hint={words.orderedHint}
        checked={form.ordered}
        onChange={({ target }) => onChange({ ordered: target.checked })}
      />
    </>
  )
}
