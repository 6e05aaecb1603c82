import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Badge } from '../../ui/badge.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import table from '../../ui/table.module.css'

interface ListRow {
  readonly id: number
  readonly name: string | null
  readonly updatedAt: string
  readonly soldAt: string | null
  readonly totalPrice: number
}

/** Lists, each with a link to it, and with its job where `jobOf` finds it. */
export function ListTable<Row extends ListRow>({
  lists,
  jobOf,
}: {
  readonly lists: readonly Row[]
  readonly jobOf?: (list: Row) => { readonly id: number; readonly name: string | null }
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId } = useOrganization()
  const nameOf = (job: { readonly id: number; readonly name: string | null }): string =>
    job.name ?? messages.jobs.unnamed(job.id)
  return (
    <table className={table['table']}>
      <TableHead
        columns={[
          messages.jobs.name,
          jobOf !== undefined && messages.orders.job,
          messages.jobs.changed,
          { text: messages.job.price, isNumber: true },
        ]}
      />
      <tbody>
        {lists.map((list) => (
          <tr key={list.id}>
            <td className={table['main']}>
              <Link
                to="/o/$orgId/lists/$listId"
                params={{ orgId: String(orgId), listId: String(list.id) }}
              >
                {list.name ?? messages.list.unnamed(list.id)}
              </Link>{' '}
              {list.soldAt && <Badge tone="good">{messages.job.sold}</Badge>}
            </td>
            {jobOf && <td className={table['given']}>{nameOf(jobOf(list))}</td>}
            <td className={table['date']}>{format.date(list.updatedAt)}</td>
            <td className="number">{format.money(list.totalPrice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
