import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { OrderPreparationDocument, OrderProvidersDocument } from '../../generated/operations.ts'
import type { OrderableListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { useVendors } from '../../session/use-vendors.ts'
import { PageHead } from '../../ui/page.tsx'
import { Empty, Loaded, NotFound } from '../../ui/states.tsx'
import { useHasUnsavedChanges } from '../list/draft/use-list-draft.ts'
import { OrderBuilder } from './order-builder.tsx'
import { isOrderable } from './order-plan.ts'

/** Orders the items of a list from their vendors; those who may not order see how far each item is ordered. */
export default function NewOrderPage({ id }: { readonly id: number }): ReactNode {
  const { orgId, can } = useOrganization()
  const list = useDocument(OrderPreparationDocument, { listId: id })
  const vendors = useVendors()
  const providers = useDocument(OrderProvidersDocument, {}, { enabled: can('orders:submit') })
  // The vendors' names belong to each item, so the page waits for them.
  if (can('vendors:read') && !vendors.data) return <Loaded query={vendors}>{() => null}</Loaded>
  return (
    <Loaded query={list}>
      {({ projectManagementProductionListById: found }) =>
        found?.salesOpportunity.orgId === orgId ? (
          <ListOrders
            list={found}
            vendors={vendors.data ?? []}
            providers={providers.data?.orderProviders ?? []}
          />
        ) : (
          <NotFound what={String(id)} />
        )
      }
    </Loaded>
  )
}

type BuilderProps = Parameters<typeof OrderBuilder>[0]

function ListOrders({
  list,
  ...rest
}: Pick<BuilderProps, 'vendors' | 'providers'> & {
  readonly list: OrderableListFragment
}): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  const canOrder = can('orders:write') && can('prices:read')
  const canSubmit = can('orders:submit') && can('prices:read')
  const words = messages.orders.new
  const isUnsaved = useHasUnsavedChanges(list.id)
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        above={
          <Link
            to="/o/$orgId/lists/$listId"
            params={{ orgId: String(orgId), listId: String(list.id) }}
          >
            {list.name ?? messages.list.unnamed(list.id)}
          </Link>
        }
      >
        <Link
          to="/o/$orgId/jobs/$jobId"
          params={{ orgId: String(orgId), jobId: String(list.salesOpportunity.job.id) }}
        >
          {list.salesOpportunity.job.name ?? messages.jobs.unnamed(list.salesOpportunity.job.id)}
        </Link>
        <span>{messages.job.version(list.version)}</span>
        {!canOrder && <span>{words.noPermission}</span>}
      </PageHead>
      {isUnsaved && (
        <p className="notice" role="status">
          {words.unsavedList}
        </p>
      )}
      {list.listItems.some(isOrderable) ? (
        <OrderBuilder list={list} canOrder={canOrder} canSubmit={canSubmit} {...rest} />
      ) : (
        <Empty title={words.noItems}>{words.noItemsAdvice}</Empty>
      )}
    </div>
  )
}
