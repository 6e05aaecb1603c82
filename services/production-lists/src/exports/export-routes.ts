import { auditContextOf, insertAudit } from '@takeoff/kit/events/audit'
import { requireOrganization, requireScope } from '@takeoff/kit/security/auth'
import type { Authenticator } from '@takeoff/kit/security/auth'
import type { DownloadLimits } from '@takeoff/kit/http/download-limits'
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
  /** The first is the default. */
  readonly formats: readonly [ExportFormat, ...ExportFormat[]]
  /** Parameters in addition to orgId and format. */
  readonly parameters: readonly string[]
  readonly open: (wanted: WantedExport) => OpenedExport
}

interface WantedExport extends Pick<ExportRoutesOptions, 'database'> {
  readonly orgId: number
  readonly format: ExportFormat
  readonly parameters: ExportParameters
}

interface OpenedExport {
  readonly chunks: AsyncGenerator<string>
  /** The part of the file's name that depends on the parameters. */
  readonly part?: string
}

const routes: readonly ExportRoute[] = [
  {
    name: 'production-lists',
    formats: ['ndjson', 'csv'],
    parameters: ['updatedSince'],
    open: ({ database, orgId, format, parameters }) => {
      const updatedSinceMs = parameters.time('updatedSince')
      return { chunks: exportLists(database, { orgId, updatedSinceMs }, format) }
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

/** Streams all lists, jobs or prices of an organization, a few at a time. Requires a bearer token with lists:read. */
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
  const caller = await authenticator.authenticate(request.headers.authorization)
  requireScope(caller, 'lists:read')
  const parameters = new ExportParameters(request.query, ['orgId', 'format', ...route.parameters])
  const orgId = parameters.id('orgId')
  requireOrganization(caller, orgId)
  const format = parameters.format(route.formats)
  const ownRows = database.ofOrganizations([orgId])
  const { chunks, part = '' } = route.open({ database: ownRows, orgId, format, parameters })
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
  return sendExport(reply, { filename, format, chunks, clientIdleMs })
}
