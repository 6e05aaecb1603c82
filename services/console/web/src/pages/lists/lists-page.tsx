import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { usePages } from '../../api/use-document.ts'
import { ListsDocument } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { ListTable } from './list-table.tsx'

/** All lists of the organization, newest first, with search. */
export default function ListsPage(): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const [filters, filter] = useFilters('search')
  const search = useDeferredValue(filters.search.trim())
  const query = usePages(
    ListsDocument,
    { orgId, search },
    (data) => data.projectManagementProductionLists,
  )
  return (
    <>
      <PageHead title={messages.nav.lists} />
      <SearchField
        label={messages.list.search}
        value={filters.search}
        onChange={(text) => filter({ search: text })}
      />
      <Card isPadded={false}>
        <Loaded query={query}>
          {({ pages }) => {
            const lists = pages.flatMap((page) => page.projectManagementProductionLists.nodes)
            if (lists.length > 0)
              return (
                <ListTable lists={lists} jobOf={({ salesOpportunity }) => salesOpportunity.job} />
              )
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
