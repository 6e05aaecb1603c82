import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/language.tsx'
import styles from './line-table.module.css'
import type { GroupHead } from './table-rows.ts'

export function GroupRow({
  group,
  rowIndex,
  seesCosts,
}: {
  readonly group: GroupHead
  /** Its place in the table, where not all rows are in the page. */
  readonly rowIndex: number | undefined
  readonly seesCosts: boolean
}): ReactNode {
  const format = useFormat()
  return (
    <tr className={styles['group']} aria-rowindex={rowIndex}>
      <th scope="rowgroup" colSpan={seesCosts ? 6 : 5}>
        {group.name}
      </th>
      {seesCosts && <td className="number">{format.money(group.totalCost)}</td>}
      <td className="number">{format.money(group.totalPrice)}</td>
      <td colSpan={2} />
    </tr>
  )
}
