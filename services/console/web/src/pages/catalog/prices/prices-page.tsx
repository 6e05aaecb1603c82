import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { usePages } from '../../../api/use-document.ts'
import { PriceBookDocument } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { choicesOf, useVendors } from '../../../session/use-vendors.ts'
import type { Vendor } from '../../../session/use-vendors.ts'
import { VendorOptions } from '../../../session/vendor-options.tsx'
import { Button } from '../../../ui/button.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { beginningOf } from '../../../ui/filter-values.ts'
import { useFilters } from '../../../ui/use-filters.ts'
import { CatalogNav } from '../catalog-nav.tsx'
import { PriceImportDialog } from './price-import-dialog.tsx'
import { PriceTable } from './price-table.tsx'
import styles from './prices.module.css'

/** The price books of the organization's vendors. */
export default function PricesPage(): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.prices
  const { can } = useOrganization()
  const vendors = useVendors()
  const [{ vendor: chosen }, filter] = useFilters('vendor')
  // The page may show another vendor meanwhile, or none, such as after this one was archived.
  const [importedFor, setImportedFor] = useState<Vendor>()
  const all = choicesOf(vendors.data ?? [])
  const vendor = chosen === '' ? all[0] : all.find(({ id }) => String(id) === chosen)
  const importButton = vendor && can('prices:write') && (
    <Button kind="primary" onClick={() => setImportedFor(vendor)}>
      {words.import}
    </Button>
  )
  return (
    <>
      <CatalogNav />
      <PageHead title={messages.catalog.sections.prices} actions={importButton} />
      <Loaded query={vendors}>
        {() => {
          if (all.length === 0)
            return (
              <Card>
                <Empty title={words.noVendors}>{words.noVendorsAdvice}</Empty>
              </Card>
            )
          const choice = (
            <VendorChoice vendors={all} vendor={vendor} onChange={(id) => filter({ vendor: id })} />
          )
          if (vendor)
            return (
              <Book
                key={vendor.id}
                vendorId={vendor.id}
                importButton={importButton}
                choice={choice}
              />
            )
          return (
            <>
              <div className={styles['filters']}>{choice}</div>
              <Card>
                <div role="status">
                  <Empty title={words.notAmongVendors}>{words.notAmongVendorsAdvice}</Empty>
                </div>
              </Card>
            </>
          )
        }}
      </Loaded>
      {importedFor && (
        <PriceImportDialog vendor={importedFor} onClose={() => setImportedFor(undefined)} />
      )}
    </>
  )
}

/** Without a vendor, nothing is chosen: the prices of another one would be taken for those of the address. */
function VendorChoice({
  vendors,
  vendor,
  onChange,
}: {
  readonly vendors: readonly Vendor[]
  readonly vendor: Vendor | undefined
  readonly onChange: (vendorId: string) => void
}): ReactNode {
  const messages = useMessages()
  return (
    <SelectField
      label={messages.catalog.prices.vendor}
      value={vendor?.id ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      {!vendor && <option value="">{messages.orders.new.choose}</option>}
      <VendorOptions vendors={vendors} />
    </SelectField>
  )
}

function Book({
  vendorId,
  choice,
  importButton,
}: {
  readonly vendorId: number
  readonly choice: ReactNode
  readonly importButton: ReactNode
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.catalog.prices
  const { orgId } = useOrganization()
  const [{ search: text, day }, filter] = useFilters('search', 'day')
  const search = useDeferredValue(text.trim())
  const at = beginningOf(day)
  const query = usePages(
    PriceBookDocument,
    { orgId, vendorId, search, ...(at !== undefined && { at }) },
    (data) => data.priceBook?.prices ?? null,
  )
  const book = query.data?.pages[0]?.priceBook
  return (
    <>
      <div className={styles['filters']}>
        {choice}
        <TextField
          label={words.search}
          type="search"
          maxLength={200}
          value={text}
          onChange={({ target }) => filter({ search: target.value })}
        />
        <DayField value={day} onChange={(to) => filter({ day: to })} />
      </div>
      {book && (
        <p className={styles['version']}>
          {words.version(book.version, format.dateTime(book.updatedAt))}
        </p>
      )}
      <Card isPadded={false} label={messages.catalog.sections.prices}>
        <Loaded query={query}>
          {({ pages }) => {
            const prices = pages.flatMap((page) => page.priceBook?.prices.nodes ?? [])
            if (prices.length > 0) return <PriceTable prices={prices} vendorId={vendorId} at={at} />
            if (pages[0]?.priceBook)
              return <Empty title={words.noMatch}>{words.noMatchAdvice}</Empty>
            return (
              <Empty title={words.empty} action={importButton}>
                {words.emptyAdvice}
              </Empty>
            )
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} />
    </>
  )
}

/** The day whose prices are shown; empty is today. */
function DayField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (day: string) => void
}): ReactNode {
  return (
    <TextField
      label={useMessages().catalog.prices.day}
      type="date"
      min="1900-01-01"
      max="2199-12-31"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
