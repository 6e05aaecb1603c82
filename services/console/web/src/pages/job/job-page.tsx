import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { JobDocument } from '../../generated/operations.ts'
import type { JobQuery } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { Empty, Loaded, NotFound } from '../../ui/states.tsx'
import { JobDialog } from '../jobs/job-dialog.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { FigureTable } from '../measurements/figure-table.tsx'
import { OrderTable } from '../orders/order-table.tsx'

type Job = NonNullable<JobQuery['job']>

/** A job: its measurements, lists and orders. */
export default function JobPage({ id }: { readonly id: number }): ReactNode {
  const { orgId } = useOrganization()
  const query = useDocument(JobDocument, { id, orgId })
  return (
    <Loaded query={query}>
      {(data) =>
        data.job?.orgId === orgId ? (
          <JobView job={data.job} data={data} />
        ) : (
          <NotFound what={String(id)} />
        )
      }
    </Loaded>
  )
}

function JobView({ job, data }: { readonly job: Job; readonly data: JobQuery }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId, can } = useOrganization()
  const [isEditing, setIsEditing] = useState(false)
  const params = { orgId: String(orgId), jobId: String(job.id) }
  const { projectManagementProductionLists: lists, projectManagementOrders: orders } = data
  return (
    <div className="stack">
      <PageHead
        title={job.name ?? messages.jobs.unnamed(job.id)}
        above={
          <Link to="/o/$orgId/jobs" params={params}>
            {messages.jobs.title}
          </Link>
        }
        actions={
          can('lists:write') && (
            <>
              <Button onClick={() => setIsEditing(true)}>{messages.job.edit}</Button>
              <Link
                {...buttonLook(job.measurement ? 'secondary' : 'primary')}
                to="/o/$orgId/jobs/$jobId/measurements"
                params={params}
              >
                {job.measurement ? messages.job.newMeasurements : messages.job.addMeasurements}
              </Link>
              {job.measurement && (
                <Link
                  {...buttonLook('primary')}
                  to="/o/$orgId/jobs/$jobId/new-list"
                  params={params}
                >
                  {messages.job.newList}
                </Link>
              )}
            </>
          )
        }
      >
        {job.externalIdentifier && <span>{job.externalIdentifier}</span>}
        <span>
          {messages.jobs.created} {format.date(job.createdAt)}
        </span>
      </PageHead>
      <Measurements job={job} />
      <Card title={messages.job.lists} isPadded={false}>
        <ListsOfJob lists={lists.nodes} hasMeasurements={job.measurement !== null} />
        <NewestOnly page={lists} />
      </Card>
      {can('orders:read') && (
        <Card title={messages.job.orders} isPadded={false}>
          {orders && orders.nodes.length > 0 ? (
            <OrderTable orders={orders.nodes} />
          ) : (
            <Empty title={messages.job.noOrders}>{messages.job.noOrdersAdvice}</Empty>
          )}
          {orders && <NewestOnly page={orders} />}
        </Card>
      )}
      {isEditing && <JobDialog job={job} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

/** Says that a job has more lists or orders than its page shows. */
function NewestOnly({
  page: { nodes, pageInfo },
}: {
  readonly page: {
    readonly nodes: readonly unknown[]
    readonly pageInfo: { readonly hasNextPage: boolean }
  }
}): ReactNode {
  const messages = useMessages()
  return pageInfo.hasNextPage && <p className="notice">{messages.job.newestOnly(nodes.length)}</p>
}

function Measurements({ job }: { readonly job: Job }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { measurement } = job
  return (
    <Card
      title={messages.job.measurements}
      actions={
        measurement && (
          <span>
            {messages.job.version(measurement.version)} · {format.dateTime(measurement.createdAt)}
          </span>
        )
      }
    >
      {measurement ? (
        <FigureTable measurements={measurement.measurements} />
      ) : (
        <Empty title={messages.job.noMeasurements}>{messages.job.noMeasurementsAdvice}</Empty>
      )}
    </Card>
  )
}

function ListsOfJob({
  lists,
  hasMeasurements,
}: {
  readonly lists: JobQuery['projectManagementProductionLists']['nodes']
  readonly hasMeasurements: boolean
}): ReactNode {
  const messages = useMessages()
  if (lists.length > 0) return <ListTable lists={lists} />
  return (
    <Empty title={messages.job.noLists}>
      {hasMeasurements ? messages.job.noListsAdvice : messages.job.needsMeasurements}
    </Empty>
  )
}
