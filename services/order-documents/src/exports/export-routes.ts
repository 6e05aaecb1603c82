import type { ExportRoute } from '@takeoff/kit/exports/export-routes'
import { warningOf } from '@takeoff/kit/security/sensitive-fields'
import { exportOrders } from './export-orders.ts'

/** The export of orders. */
export const exportRoutes: readonly ExportRoute[] = [
  {
    name: 'orders',
    formats: ['ndjson', 'csv'],
    parameters: ['updatedSince'],
    open: ({ database, caller, orgId, format, parameters }) => {
      const updatedSinceMs = parameters.time('updatedSince')
      return {
        chunks: exportOrders(database, { caller, orgId, updatedSinceMs }, format),
        warning: warningOf(caller, { orgId }, 'OrderListItem.totalCost'),
      }
    },
  },
]
