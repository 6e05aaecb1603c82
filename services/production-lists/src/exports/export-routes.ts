import type { ExportRoute } from '@takeoff/kit/exports/export-routes'
import { warningOf } from '@takeoff/kit/security/sensitive-fields'
import { exportJobs } from './export-jobs.ts'
import { exportLists } from './export-lists.ts'
import { exportPrices } from './export-prices.ts'

/** The exports of lists, jobs and prices. */
export const exportRoutes: readonly ExportRoute[] = [
  {
    name: 'production-lists',
    formats: ['ndjson', 'csv'],
    parameters: ['updatedSince'],
    open: ({ database, caller, orgId, format, parameters }) => {
      const updatedSinceMs = parameters.time('updatedSince')
      return {
        chunks: exportLists(database, { caller, orgId, updatedSinceMs }, format),
        warning: warningOf(caller, { orgId }, 'ProductionList.totalCost'),
      }
    },
  },
  {
    name: 'jobs',
    formats: ['ndjson', 'csv'],
    parameters: [],
    open: ({ database, orgId, format }) => ({ chunks: exportJobs(database, orgId, format) }),
  },
  {
    name: 'prices',
    formats: ['csv'],
    parameters: ['vendorId'],
    open: ({ database, orgId, parameters }) => {
      const vendorId = parameters.id('vendorId')
      return { chunks: exportPrices(database, { orgId, vendorId }), part: `-${vendorId}` }
    },
  },
]
