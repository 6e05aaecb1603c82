import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderHeadFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { TableHead } from '../../ui/table-head.tsx'
import table from '../../ui/table.module.css'
import { OrderState } from './order-state.tsx'
import styles from './order-table.module.css'

interface OrderRow extends OrderHeadFragment {
  readonly productionList?: {
    readonly salesOpportunity: {
      readonly job: { readonly id: number; readonly name: string | null }
    }
  } | null
}

interface OrderTableProps {
  readonly orders: readonly OrderRow[]
  /** Orders of several jobs say for which job they are. */
  readonly hasJobs?: boolean
}

/** Orders, each with its vendor, number, state and date. */
export function OrderTable({ orders, hasJobs = false }: OrderTableProps): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const { orgId } = useOrganization()
  const words = messages.orders
  return (
    <table className={table['table']}>
      <TableHead
        columns={[
          words.vendor,
          hasJobs && words.job,
          words.number,
          messages.jobs.created,
          messages.jobs.state,
        ]}
      />
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td className={table['main']}>
              <Link
                to="/o/$orgId/orders/$orderId"
                params={{ orgId: String(orgId), orderId: order.id }}
              >
                {order.vendor.vendorName}
              </Link>
              {order.changes && <span className={table['soft']}> · {words.changeOrder}</span>}
              {order.kind === 'LABOR' && (
                <span className={table['soft']}> · {words.kinds[order.kind]}</span>
              )}
            </td>
            {hasJobs && (
              <td className={styles['job']}>
                <Link
                  to="/o/$orgId/jobs/$jobId"
                  params={{ orgId: String(orgId), jobId: String(order.jobId) }}
                >
                  {order.productionList?.salesOpportunity.job.name ??
                    messages.jobs.unnamed(order.jobId)}
                </Link>
              </td>
            )}
            <td className={table['given']}>{order.purchaseOrderNumber}</td>
            <td className={`${table['date']} ${styles['date']}`}>{format.date(order.createdAt)}</td>
            <td className={styles['state']}>
              <OrderState order={order} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
