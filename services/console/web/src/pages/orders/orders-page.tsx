import type { ReactNode } from 'react'
import { usePages } from '../../api/use-document.ts'
import { OrdersDocument } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { rowIdOf } from '../../session/row-id.ts'
import { useVendors } from '../../session/use-vendors.ts'
import type { Vendor } from '../../session/use-vendors.ts'
import { VendorsProblem } from '../../session/vendors-problem.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Options } from '../../ui/options.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { choiceOf } from '../../ui/filter-values.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { OrderTable } from './order-table.tsx'
import styles from './orders-page.module.css'

/** All orders of the organization, newest first. */
export default function OrdersPage(): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  const words = messages.orders
  const [filters, filter] = useFilters('state', 'vendor')
  const vendors = useVendors()
  const state = choiceOf(filters.state, words.orderStates)
  const vendor = vendorOf(filters.vendor, vendors.data)
  const hasLists = can('lists:read')
  const query = usePages(
    OrdersDocument,
    {
      orgId,
      withLists: hasLists,
      ...(state !== '' && { state }),
      ...(vendor !== '' && { vendorId: Number(vendor) }),
    },
    (data) => data.projectManagementOrders,
  )
  return (
    <>
      <PageHead title={words.title} />
      <div className={styles['filters']}>
        <SelectField
          label={messages.jobs.state}
          value={state}
          onChange={(event) => filter({ state: event.target.value })}
        >
          <option value="">{words.allStates}</option>
          <Options names={words.orderStates} />
        </SelectField>
        <VendorFilter
          vendors={vendors.data}
          value={vendor}
          onChange={(id) => filter({ vendor: id })}
        />
      </div>
      <VendorsProblem vendors={vendors} />
      <Card isPadded={false}>
        <Loaded query={query}>
          {({ pages }) => {
            const orders = pages.flatMap((page) => page.projectManagementOrders.nodes)
            if (orders.length > 0) return <OrderTable orders={orders} hasJobs={hasLists} />
            return state === '' && vendor === '' ? (
              <Empty title={words.empty}>{words.emptyAdvice}</Empty>
            ) : (
              <Empty title={words.noMatch}>{words.noMatchAdvice}</Empty>
            )
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} className={styles['more']} />
    </>
  )
}

/** The vendor of the address, unless none has this id; until they are read, each possible id may be one. */
function vendorOf(text: string, vendors: readonly Vendor[] | undefined): string {
  const id = rowIdOf(text)
  if (id === undefined) return ''
  return vendors === undefined || vendors.some((vendor) => vendor.id === id) ? text : ''
}

function VendorFilter({
  vendors,
  value,
  onChange,
}: {
  readonly vendors: readonly Vendor[] | undefined
  readonly value: string
  readonly onChange: (vendorId: string) => void
}): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  if (!can('vendors:read')) return null
  return (
    <SelectField
      label={messages.orders.vendor}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{messages.orders.allVendors}</option>
      {vendors?.map(({ id, vendorName }) => (
        <option key={id} value={id}>
          {vendorName}
        </option>
      ))}
    </SelectField>
  )
}
