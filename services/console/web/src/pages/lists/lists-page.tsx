import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { usePages } from '../../api/use-document.ts'
import { ListsDocument } from '../../generated/operations.ts'
import type { ListsQuery } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Badge } from '../../ui/badge.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import table from '../../ui/table.module.css'

type ListRow = ListsQuery['projectManagementProductionLists']['nodes'][number]

/** All lists of the organization, newest first, with search. */
export default function ListsPage(): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const query = usePages(
    ListsDocument,
    { orgId, search },
    (data) => data.projectManagementProductionLists,
  )
  return (
    <>
      <PageHead title={messages.nav.lists} />
      <SearchField label={messages.list.search} value={text} onChange={setText} />
      <Card isPadded={false}>
        <Loaded query={query}>
          {({ pages }) => {
            const lists = pages.flatMap((page) => page.projectManagementProductionLists.nodes)
            if (lists.length > 0) return <ListTable lists={lists} />
            if (search !== '')
              return <Empty title={messages.list.noMatch}>{messages.jobs.noMatchAdvice}</Empty>
            return <Empty title={messages.list.empty}>{messages.list.emptyAdvice}</Empty>
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} />
    </>
  )
}

function ListTable({ lists }: { readonly lists: readonly ListRow[] }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId } = useOrganization()
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th scope="col">{messages.jobs.name}</th>
          <th scope="col">{messages.orders.job}</th>
          <th scope="col">{messages.jobs.changed}</th>
          <th scope="col" className="number">
            {messages.job.price}
          </th>
        </tr>
      </thead>
      <tbody>
        {lists.map(({ id, name, updatedAt, soldAt, totalPrice, salesOpportunity: { job } }) => (
          <tr key={id}>
            <td className={table['main']}>
              <Link
                to="/o/$orgId/lists/$listId"
                params={{ orgId: String(orgId), listId: String(id) }}
              >
                {name ?? messages.list.unnamed(id)}
              </Link>{' '}
              {soldAt && <Badge tone="good">{messages.job.sold}</Badge>}
            </td>
            <td className={table['given']}>{job.name ?? messages.jobs.unnamed(job.id)}</td>
            <td className={table['date']}>{format.date(updatedAt)}</td>
            <td className="number">{format.money(totalPrice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
