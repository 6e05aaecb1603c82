import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import {
  WebhookDeleteDocument,
  WebhookDisableDocument,
  WebhookEnableDocument,
} from '../../../generated/operations.ts'
import type { WebhookFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { errorText } from '../../../ui/error-text.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { WebhookDialog } from '../webhooks/webhook-dialog.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { WEBHOOK_QUERIES } from './webhook-queries.ts'

type Opened = 'edit' | 'test' | 'rotate' | 'replay' | 'disable' | 'delete'

/** What can be done with a webhook in its state. */
export function WebhookActions({
  webhook,
}: {
  readonly webhook: WebhookFieldsFragment
}): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.webhook
  const [opened, setOpened] = useState<Opened>()
  const enable = useEnabling(webhook)
  const close = (): void => setOpened(undefined)
  const open = (dialog: Opened) => () => setOpened(dialog)
  const isVerified = webhook.verifiedAt !== null
  const isDisabled = webhook.disabledAt !== null
  const canSend = isVerified && !isDisabled
  const items = [
    ...(canSend ? [{ label: words.replay, onSelect: open('replay') }] : []),
    { label: words.rotate, onSelect: open('rotate') },
    ...(isDisabled ? [] : [{ label: words.disable, onSelect: open('disable') }]),
    { label: words.delete, onSelect: open('delete') },
  ]
  return (
    <>
      {canSend && <Button onClick={open('test')}>{words.test}</Button>}
      {isVerified && (isDisabled || webhook.pausedUntil !== null) && (
        <Button kind="primary" isBusy={enable.isPending} onClick={enable.run}>
          {isDisabled ? words.enable : words.resume}
        </Button>
      )}
      <Button onClick={open('edit')}>{messages.actions.edit}</Button>
      <Menu button="⋯" label={messages.catalog.menuOf(webhook.url)} items={items} />
      {opened === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {opened === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {opened === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {opened === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {opened === 'disable' && <DisableDialog webhook={webhook} onClose={close} />}
      {opened === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </>
  )
}

function useEnabling({ id }: WebhookFieldsFragment) {
  const messages = useMessages()
  const words = messages.integrations.webhook
  const announce = useAnnounce()
  const enable = useChange(WebhookEnableDocument, WEBHOOK_QUERIES)
  const run = async (): Promise<void> => {
    try {
      const { data } = await enable.mutateAsync({ id })
      const count = data.webhookEnable.deliveriesMadeDue ?? 0
      const text = [words.enabled, ...(count > 0 ? [words.madeDue(count)] : [])].join(' ')
      announce({ kind: 'done', text })
    } catch (error) {
      announce({ kind: 'warning', text: errorText(error, messages) })
    }
  }
  return { run: () => void run(), isPending: enable.isPending }
}

interface DialogProps {
  readonly webhook: WebhookFieldsFragment
  readonly onClose: () => void
}

function DisableDialog({ webhook: { id }, onClose }: DialogProps): ReactNode {
  const words = useMessages().integrations.webhook
  const announce = useAnnounce()
  const disable = useChange(WebhookDisableDocument, WEBHOOK_QUERIES)
  const run = async (): Promise<void> => {
    await disable.mutateAsync({ id })
    onClose()
    announce({ kind: 'done', text: words.disabled })
  }
  return (
    <FormDialog
      title={words.disableTitle}
      action={words.disable}
      kind="danger"
      isBusy={disable.isPending}
      error={disable.error}
      onSubmit={run}
      onClose={onClose}
    >
      {words.disableAdvice}
    </FormDialog>
  )
}

function DeleteDialog({ webhook: { id }, onClose }: DialogProps): ReactNode {
  const words = useMessages().integrations.webhook
  const announce = useAnnounce()
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  const remove = useChange(WebhookDeleteDocument, ['Webhooks'])
  const onSuccess = (): void =>
    void navigate({
      to: '/o/$orgId/integrations/webhooks',
      params: { orgId: String(orgId) },
      replace: true,
    })
  const run = async (): Promise<void> => {
    // Is not called where the person has left the page meanwhile; the message is shown there, too.
    await remove.mutateAsync({ id }, { onSuccess })
    announce({ kind: 'done', text: words.deleted })
  }
  return (
    <FormDialog
      title={words.deleteTitle}
      action={words.delete}
      kind="danger"
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={run}
      onClose={onClose}
    >
      {words.deleteAdvice}
    </FormDialog>
  )
}
