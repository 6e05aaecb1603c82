import type { ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { ListPreviewDocument } from '../../generated/operations.ts'
import type { ListPreviewQuery } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { MissingMaterials } from '../list/missing-materials.tsx'
import styles from './list-preview.module.css'

type Preview = ListPreviewQuery['projectManagementProductionListPreview']

/** What the chosen templates come to, with today's measurements and prices. */
export function ListPreview(variables: {
  readonly jobId: number
  readonly templateIds: readonly number[]
}): ReactNode {
  const query = useDocument(ListPreviewDocument, variables, { keepPrevious: true })
  return (
    <Loaded query={query}>
      {({ projectManagementProductionListPreview: preview }) => (
        <div className={styles['preview']} aria-busy={query.isPlaceholderData}>
          <PreviewTable preview={preview} />
        </div>
      )}
    </Loaded>
  )
}

function PreviewTable({ preview }: { readonly preview: Preview }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { columns, totals } = messages.list
  const groups = Map.groupBy(preview.listItems, ({ listItemGroupName }) => listItemGroupName)
  return (
    <>
      <dl className={styles['totals']} aria-live="polite">
        <div>
          <dt>{messages.newList.items(preview.listItems.length)}</dt>
        </div>
        {preview.totalCost !== null && (
          <div>
            <dt>{totals.cost}</dt>
            <dd>{format.money(preview.totalCost)}</dd>
          </div>
        )}
        <div>
          <dt>{totals.price}</dt>
          <dd>{format.money(preview.totalPrice)}</dd>
        </div>
        {preview.profitMargin !== null && (
          <div>
            <dt>{totals.margin}</dt>
            <dd>{format.percent(preview.profitMargin)}</dd>
          </div>
        )}
      </dl>
      <MissingMaterials missing={preview.missingMaterials} />
      <table className={styles['items']}>
        <TableHead
          columns={[
            columns.item,
            { text: columns.quantity, isNumber: true },
            { text: columns.price, isNumber: true },
          ]}
        />
        {[...groups].map(([group, items]) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {group}
              </th>
            </tr>
            {items.map((item) => (
              <tr key={item.sortOrder}>
                <td>
                  {item.name} {item.color && <small>{item.color}</small>}
                </td>
                <td className="number">{format.amount(item.quantity, item.quantityUnits)}</td>
                <td className="number">{format.money(item.totalPrice)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}
