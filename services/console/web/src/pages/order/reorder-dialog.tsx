import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChange } from '../../api/use-document.ts'
import { OrderReorderDocument } from '../../generated/operations.ts'
import type { OrderReorderMutation } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { CHANGED_BY_ORDERS } from './changed-by-orders.ts'

const sentReorders = new Map<string, string>()

/** Asks before the same is ordered again, and opens the new order. */
export default function ReorderDialog({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  const reorder = useChange(OrderReorderDocument, CHANGED_BY_ORDERS, { keys: sentReorders })
  const words = messages.orders.page
  // Not where the person has left the page meanwhile.
  const open = ({ data }: { readonly data: OrderReorderMutation }): void => {
    onClose()
    const orderId = data.projectManagementOrderReorder?.orderDocument?.order?.id
    if (orderId === undefined) return
    void navigate({
      to: '/o/$orgId/orders/$orderId',
      params: { orgId: String(orgId), orderId },
    })
  }
  const submit = async (): Promise<void> => {
    const { warnings } = await reorder.mutateAsync({ id }, { onSuccess: open })
    announceDone(words.reordered, warnings)
  }
  return (
    <FormDialog
      title={words.reorderTitle}
      action={words.reorder}
      kind="primary"
      isBusy={reorder.isPending}
      error={reorder.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {words.reorderAdvice}
    </FormDialog>
  )
}
