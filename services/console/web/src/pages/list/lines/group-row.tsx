import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/language.tsx'
import styles from './line-table.module.css'
import type { GroupHead } from './table-rows.ts'

export function GroupRow({
  group,
  seesCosts,
}: {
  readonly group: GroupHead
  readonly seesCosts: boolean
}): ReactNode {
  const format = useFormat()
  return (
    <tr className={styles['group']}>
      <th scope="rowgroup" colSpan={seesCosts ? 6 : 5}>
        {group.name}
      </th>
      {seesCosts && <td className="number">{format.money(group.totalCost)}</td>}
      <td className="number">{format.money(group.totalPrice)}</td>
      <td colSpan={2} />
    </tr>
  )
}
