import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { PriceHistoryDocument } from '../../../generated/operations.ts'
import type { PriceFieldsFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loaded, Missing } from '../../../ui/states.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import table from '../../../ui/table.module.css'
import { taxText } from './price-text.ts'
import styles from './prices.module.css'

/** The prices in force; each leads to its history. */
export function PriceTable({
  prices,
  vendorId,
  at,
}: {
  readonly prices: readonly PriceFieldsFragment[]
  readonly vendorId: number
  readonly at: string | undefined
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.prices
  const [opened, setOpened] = useState<PriceFieldsFragment>()
  return (
    <>
      <div className={styles['wide']}>
        <table className={`${table['table']} ${styles['prices']}`}>
          <TableHead
            columns={[
              words.sku,
              words.product,
              { text: words.unitCost, isNumber: true },
              words.unit,
              words.covers,
              { text: words.tax, isNumber: true },
              words.from,
            ]}
          />
          <tbody>
            {prices.map((price) => (
              <PriceRow key={price.id} price={price} onOpen={() => setOpened(price)} />
            ))}
          </tbody>
        </table>
      </div>
      {opened && (
        <HistoryDialog
          price={opened}
          vendorId={vendorId}
          at={at}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

function PriceRow({
  price,
  onOpen,
}: {
  readonly price: PriceFieldsFragment
  readonly onOpen: () => void
}): ReactNode {
  const words = useMessages().catalog.prices
  const format = useFormat()
  const { sku, name, colors, unit, unitCost, coverage, coverageUnit, taxPercent } = price
  return (
    <tr>
      <td>
        <button
          type="button"
          className={styles['sku']}
          aria-label={words.history(sku)}
          onClick={onOpen}
        >
          {sku}
        </button>
      </td>
      <td className={table['main']}>
        {name}
        {colors.length > 0 && <small className={styles['hint']}> {colors.join(', ')}</small>}
      </td>
      <td className="number">{format.unitCost(unitCost)}</td>
      <td className={table['soft']}>{format.unit(unit)}</td>
      <td className={table['soft']}>
        {coverage !== null && format.amount(coverage, coverageUnit)}
      </td>
      <td className={`number ${styles['tax']}`}>{taxText(taxPercent, format)}</td>
      <td className={`${table['soft']} ${styles['day']}`}>{format.day(price.effectiveFrom)}</td>
    </tr>
  )
}

function HistoryDialog({
  price,
  vendorId,
  at,
  onClose,
}: {
  readonly price: PriceFieldsFragment
  readonly vendorId: number
  readonly at: string | undefined
  readonly onClose: () => void
}): ReactNode {
  const words = useMessages().catalog.prices
  const format = useFormat()
  const { orgId } = useOrganization()
  const query = useDocument(PriceHistoryDocument, {
    orgId,
    vendorId,
    sku: price.sku,
    ...(at !== undefined && { at }),
  })
  return (
    <Dialog title={words.history(price.sku)} size="large" onClose={onClose}>
      <p>{price.name}</p>
      <Loaded query={query}>
        {({ priceBook }) => {
          const [found] = priceBook?.prices.nodes ?? []
          if (!found) return <Missing what={price.sku} />
          return (
            <div
              className={styles['scroll']}
              role="region"
              aria-label={words.history(price.sku)}
              // It scrolls, so that the keyboard must reach it.
              tabIndex={0}
            >
              <table>
                <TableHead
                  columns={[
                    words.from,
                    words.to,
                    { text: words.unitCost, isNumber: true },
                    words.unit,
                    { text: words.tax, isNumber: true },
                    words.imported,
                  ]}
                />
                <tbody>
                  {found.history.map((each) => (
                    <tr key={each.id}>
                      <td className={styles['price']}>{format.day(each.effectiveFrom)}</td>
                      <td className={styles['price']}>
                        {each.effectiveTo === null ? words.open : format.day(each.effectiveTo)}
                      </td>
                      <td className="number">{format.unitCost(each.unitCost)}</td>
                      <td>{format.unit(each.unit)}</td>
                      <td className="number">{taxText(each.taxPercent, format)}</td>
                      <td>
                        {format.dateTime(each.createdAt)}
                        <small>{words.importedBy(each.userId)}</small>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
