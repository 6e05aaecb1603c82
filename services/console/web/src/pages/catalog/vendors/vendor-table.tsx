import type { ReactNode } from 'react'
import { VendorArchiveDocument, VendorRestoreDocument } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useRowDialog } from '../../../ui/row-dialogs.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import table from '../../../ui/table.module.css'
import { useArchiving } from '../use-archiving.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { VendorDialog } from './vendor-dialog.tsx'
import { VENDOR_QUERIES } from './vendor-queries.ts'
import type { ListedVendor } from './vendor-queries.ts'
import styles from './vendors.module.css'

const ARCHIVING = {
  archive: VendorArchiveDocument,
  restore: VendorRestoreDocument,
  refreshed: VENDOR_QUERIES,
}

export function VendorTable({ vendors }: { readonly vendors: readonly ListedVendor[] }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.vendors
  return (
    <table className={table['table']}>
      <TableHead
        columns={[
          words.name,
          words.contact,
          words.account,
          words.orders,
          { text: messages.list.more, isHidden: true, className: table['end'] },
        ]}
      />
      <tbody>
        {vendors.map((vendor) => (
          <VendorRow key={vendor.id} vendor={vendor} />
        ))}
      </tbody>
    </table>
  )
}

function VendorRow({ vendor }: { readonly vendor: ListedVendor }): ReactNode {
  const messages = useMessages()
  const { vendorName, contactName, phone, email, addressLines, accountNumber, archivedAt } = vendor
  return (
    <tr className={styles['vendor']}>
      <td className={table['main']}>
        {vendorName} {archivedAt && <Badge tone="warn">{messages.catalog.archived}</Badge>}
        {addressLines.length > 0 && (
          <small className={styles['address']}>{addressLines.join(', ')}</small>
        )}
      </td>
      <td className={table['soft']}>
        {[contactName, phone, email].filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </td>
      <td className={table['soft']}>{accountNumber}</td>
      <td>
        <Channel vendor={vendor} />
      </td>
      <td className={table['end']}>
        <VendorMenu vendor={vendor} />
      </td>
    </tr>
  )
}

function Channel({
  vendor: { provider, connection },
}: {
  readonly vendor: ListedVendor
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.catalog.vendors
  if (connection)
    return (
      <>
        <Badge tone="good">{connection.provider.name}</Badge>
        <small className={styles['address']}>
          {[connection.accountNumber, connection.branch].filter(Boolean).join(' · ')}{' '}
          {words.connectedSince(format.date(connection.connectedAt))}
        </small>
      </>
    )
  return provider ? <Badge tone="good">{provider.name}</Badge> : <Badge>{words.byDocument}</Badge>
}

function VendorMenu({ vendor }: { readonly vendor: ListedVendor }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.vendors
  const { can } = useOrganization()
  const open = useRowDialog()
  const setArchived = useArchiving({ id: vendor.id, name: vendor.vendorName }, ARCHIVING, words)
  const isConnected = Boolean(vendor.connection ?? vendor.provider)
  const items = [
    ...(can('vendors:write')
      ? [
          {
            label: messages.actions.edit,
            onSelect: () => open((close) => <VendorDialog vendor={vendor} onClose={close} />),
          },
          vendor.archivedAt === null
            ? { label: messages.catalog.archive, onSelect: () => void setArchived(true) }
            : { label: messages.catalog.restore, onSelect: () => void setArchived(false) },
        ]
      : []),
    ...(can('connections:write')
      ? [
          {
            label: isConnected ? words.replace : words.connect,
            onSelect: () => open((close) => <ConnectionDialog vendor={vendor} onClose={close} />),
          },
          ...(isConnected
            ? [
                {
                  label: words.disconnect,
                  onSelect: () =>
                    open((close) => <DisconnectDialog vendor={vendor} onClose={close} />),
                },
              ]
            : []),
        ]
      : []),
  ]
  if (items.length === 0) return undefined
  return <Menu button="⋯" label={messages.catalog.menuOf(vendor.vendorName)} items={items} />
}
