import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { usePages } from '../../api/use-document.ts'
import { JobsDocument } from '../../generated/operations.ts'
import type { JobsQuery } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import table from '../../ui/table.module.css'
import { JobDialog } from './job-dialog.tsx'
import { JobState } from './job-state.tsx'

/** All jobs of the organization, with search. */
export default function JobsPage(): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  const [filters, filter] = useFilters('search')
  const [isCreating, setIsCreating] = useState(false)
  const search = useDeferredValue(filters.search.trim())
  const query = usePages(JobsDocument, { orgId, search }, (data) => data.jobs)
  const create = can('lists:write') && (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      {messages.jobs.new}
    </Button>
  )
  return (
    <>
      <PageHead title={messages.jobs.title} actions={create} />
      <SearchField
        label={messages.jobs.search}
        value={filters.search}
        onChange={(text) => filter({ search: text })}
      />
      <Card isPadded={false}>
        <Loaded query={query}>
          {({ pages }) => {
            const jobs = pages.flatMap((page) => page.jobs.nodes)
            if (jobs.length > 0) return <JobTable jobs={jobs} />
            if (search !== '')
              return <Empty title={messages.jobs.noMatch}>{messages.jobs.noMatchAdvice}</Empty>
            return (
              <Empty title={messages.jobs.empty} action={create}>
                {messages.jobs.emptyAdvice}
              </Empty>
            )
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} />
      {isCreating && <JobDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

type JobRow = JobsQuery['jobs']['nodes'][number]

function JobTable({ jobs }: { readonly jobs: readonly JobRow[] }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId } = useOrganization()
  return (
    <table className={table['table']}>
      <TableHead
        columns={[
          messages.jobs.name,
          messages.jobs.number,
          messages.jobs.state,
          messages.jobs.changed,
        ]}
      />
      <tbody>
        {jobs.map(({ id, name, externalIdentifier, state, updatedAt }) => (
          <tr key={id}>
            <td className={table['main']}>
              <Link to="/o/$orgId/jobs/$jobId" params={{ orgId: String(orgId), jobId: String(id) }}>
                {name ?? messages.jobs.unnamed(id)}
              </Link>
            </td>
            <td className={table['given']}>{externalIdentifier}</td>
            <td>{state !== null && <JobState state={state} />}</td>
            <td className={table['date']}>{format.date(updatedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
