import { auditContextOf, insertAudit } from '@takeoff/kit/events/audit'
import type { DownloadLimits } from '@takeoff/kit/http/download-limits'
import { permitted, requireOrganization } from '@takeoff/kit/security/access'
import type { Need } from '@takeoff/kit/security/access'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { Authenticator, Caller } from '@takeoff/kit/security/auth'
import { warningOf } from '@takeoff/kit/security/sensitive-fields'
import type { Database } from '@takeoff/kit/postgres/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExportFormat } from '@takeoff/kit/http/export-format'
import { exportJobs } from './export-jobs.ts'
import { exportLists } from './export-lists.ts'
import { ExportParameters } from './export-parameters.ts'
import type { ExportQuery } from './export-parameters.ts'
import { exportPrices } from './export-prices.ts'
import { sendExport } from '@takeoff/kit/http/send-export'

const CLIENT_IDLE_MS = 60_000

export interface ExportRoutesOptions {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly database: Database
  readonly limits: Pick<DownloadLimits, 'begin'>
  readonly clientIdleMs?: number
}

interface ExportRoute {
  readonly name: string
  readonly needs: readonly Need[]
  /** The first is the default. */
  readonly formats: readonly [ExportFormat, ...ExportFormat[]]
  /** Parameters in addition to orgId and format. */
  readonly parameters: readonly string[]
  readonly open: (wanted: WantedExport) => OpenedExport
}

interface WantedExport extends Pick<ExportRoutesOptions, 'database'> {
  readonly caller: Caller
  readonly orgId: number
  readonly format: ExportFormat
  readonly parameters: ExportParameters
}

interface OpenedExport {
  readonly chunks: AsyncGenerator<string>
  readonly warning?: string | undefined
  /** The part of the file's name that depends on the parameters. */
  readonly part?: string
}

const routes: readonly ExportRoute[] = [
  {
    name: 'production-lists',
    needs: accessTable.routes['GET /exports/production-lists'],
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
    needs: accessTable.routes['GET /exports/jobs'],
    formats: ['ndjson', 'csv'],
    parameters: [],
    open: ({ database, orgId, format }) => ({ chunks: exportJobs(database, orgId, format) }),
  },
  {
    name: 'prices',
    needs: accessTable.routes['GET /exports/prices'],
    formats: ['csv'],
    parameters: ['vendorId'],
    open: ({ database, orgId, parameters }) => {
      const vendorId = parameters.id('vendorId')
      return { chunks: exportPrices(database, { orgId, vendorId }), part: `-${vendorId}` }
    },
  },
]

/** Streams all lists, jobs or prices of an organization to callers with the scopes of the access table. */
export function addExportRoutes(app: FastifyInstance, options: ExportRoutesOptions): void {
  for (const route of routes) {
    app.route({
      method: 'GET',
      url: `/exports/${route.name}`,
      exposeHeadRoute: false,
      handler: (request: FastifyRequest<{ Querystring: ExportQuery }>, reply) =>
        respond(request, reply, { ...options, route }),
    })
  }
}

async function respond(
  request: FastifyRequest<{ Querystring: ExportQuery }>,
  reply: FastifyReply,
  options: ExportRoutesOptions & { readonly route: ExportRoute },
): Promise<FastifyReply> {
  const { authenticator, clientIdleMs = CLIENT_IDLE_MS, database, limits, route } = options
  const authenticated = await authenticator.authenticate(request.headers.authorization)
  const caller = permitted(authenticated, route.needs)
  const parameters = new ExportParameters(request.query, ['orgId', 'format', ...route.parameters])
  const orgId = parameters.id('orgId')
  requireOrganization(caller, orgId)
  const format = parameters.format(route.formats)
  const ownRows = database.ofOrganizations([orgId])
  const wanted = { database: ownRows, caller, orgId, format, parameters }
  const { chunks, part = '', warning } = route.open(wanted)
  limits.begin(reply, orgId)
  const filename = `${route.name}-${orgId}${part}`
  // Before the first byte: there is no export that is not in the audit log.
  await ownRows.transaction((sql) =>
    insertAudit(sql, auditContextOf(request, caller), {
      orgId,
      operation: `/exports/${route.name}`,
      target: { type: 'export', id: `${filename}.${format}` },
    }),
  )
  return sendExport(reply, { filename, format, chunks, clientIdleMs, warning })
}
