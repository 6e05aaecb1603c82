import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { VendorDisconnectDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { VENDOR_QUERIES } from './vendor-queries.ts'
import type { ListedVendor } from './vendor-queries.ts'

/** Takes a vendor's connection away, after a question. */
export function DisconnectDialog({
  vendor,
  onClose,
}: {
  readonly vendor: ListedVendor
  readonly onClose: () => void
}): ReactNode {
  const words = useMessages().catalog.vendors
  const announce = useAnnounce()
  const disconnect = useChange(VendorDisconnectDocument, VENDOR_QUERIES)
  const run = async (): Promise<void> => {
    await disconnect.mutateAsync({ id: vendor.id })
    onClose()
    announce({ kind: 'done', text: words.disconnected(vendor.vendorName) })
  }
  return (
    <FormDialog
      title={words.disconnectTitle(vendor.vendorName)}
      action={words.disconnect}
      kind="danger"
      isBusy={disconnect.isPending}
      error={disconnect.error}
      onSubmit={run}
      onClose={onClose}
    >
      {words.disconnectAdvice}
    </FormDialog>
  )
}
