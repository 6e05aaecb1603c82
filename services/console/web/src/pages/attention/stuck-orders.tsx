import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePages } from '../../api/use-document.ts'
import { AttentionOrdersDocument } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { buttonLook } from '../../ui/button.tsx'
import { lazyDialog, useLoadWhenIdle } from '../../ui/lazy.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useRowDialog } from '../../ui/row-dialogs.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CancelAtSupplier } from '../order/cancel-at-supplier.tsx'
import styles from './attention.module.css'
import { orderProblem, troubledSince } from './problems.ts'
import type { SupplierOrder } from './problems.ts'
import { StuckTable } from './stuck-table.tsx'
import type { StuckRow } from './stuck-table.tsx'

const Reorder = lazyDialog(() => import('../order/reorder-dialog.tsx'))
const LAZY_DIALOGS = [Reorder]
const POLL_MS = 15_000

/** The orders in suppliers' systems that need a person. */
export function StuckOrders(): ReactNode {
  const { attention, orders: orderWords } = useMessages()
  const { orgId } = useOrganization()
  const now = useNow()
  useLoadWhenIdle(LAZY_DIALOGS)
  const query = usePages(
    AttentionOrdersDocument,
    { orgId },
    (data) => data.projectManagementDistributionOrders,
    { pollMs: () => POLL_MS },
  )
  const orders =
    query.data?.pages.flatMap((page) => page.projectManagementDistributionOrders.nodes) ?? []
  const rows = orders.map((order): StuckRow => {
    const { id, state, failure, rawStatus } = order
    const last = failure ?? rawStatus
    return {
      id,
      name: <OrderName order={order} />,
      state: {
        tone: state === 'failed' ? 'bad' : 'warn',
        text: orderWords.states[state] ?? state,
      },
      problem: attention.orderProblems[orderProblem(order)],
      since: troubledSince(order),
      last: last === null ? null : { text: last },
      actions: <OrderActions order={order} />,
    }
  })
  return (
    <StuckTable
      title={attention.orders}
      nameLabel={attention.order}
      emptyTitle={attention.noOrders}
      emptyAdvice={attention.noOrdersAdvice}
      query={query}
      rows={rows}
      now={now}
    />
  )
}

function OrderName({ order: { order, vendor } }: { readonly order: SupplierOrder }): ReactNode {
  const { orders } = useMessages()
  const { orgId } = useOrganization()
  return (
    <>
      <Link to="/o/$orgId/orders/$orderId" params={{ orgId: String(orgId), orderId: order.id }}>
        {vendor.vendorName}
      </Link>
      {order.purchaseOrderNumber !== null && (
        <div className={styles['soft']}>{orders.page.number(order.purchaseOrderNumber)}</div>
      )}
    </>
  )
}

function OrderActions({ order: supplied }: { readonly order: SupplierOrder }): ReactNode {
  const { attention } = useMessages()
  const { orgId, can } = useOrganization()
  const open = useRowDialog()
  const { state, order, vendor, productionListId } = supplied
  const name = [vendor.vendorName, order.purchaseOrderNumber ?? order.id.slice(0, 8)].join(', ')
  if (state !== 'failed') {
    const provider = vendor.provider?.identifier
    return (
      <CancelAtSupplier
        orderId={order.id}
        order={supplied}
        provider={provider}
        label={attention.cancelOf(name)}
      />
    )
  }
  if (!can('lists:read') || !can('prices:read')) return null
  return (
    <>
      <Link
        {...buttonLook('secondary')}
        to="/o/$orgId/lists/$listId/order"
        params={{ orgId: String(orgId), listId: String(productionListId) }}
        aria-label={attention.submitAgainOf(name)}
      >
        {attention.submitAgain}
      </Link>
      {can('orders:write') && order.state !== 'replaced' && (
        <Menu
          button="⋯"
          label={attention.moreOf(name)}
          items={[
            {
              label: attention.byDocument,
              onSelect: () => open((close) => <Reorder id={order.id} onClose={close} />),
            },
          ]}
        />
      )}
    </>
  )
}
