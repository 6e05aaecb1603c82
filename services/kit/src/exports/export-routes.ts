import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditContextOf, insertAudit } from '../events/audit.ts'
import type { TransferLimits } from '../http/transfer-limits.ts'
import type { ExportFormat } from './export-format.ts'
import { sendExport } from './send-export.ts'
import type { Database } from '../postgres/database.ts'
import { permitted, requireOrganization } from '../security/access.ts'
import { accessTable } from '../security/access-table.ts'
import type { Authenticator, Caller } from '../security/auth.ts'
import { ExportParameters } from './export-parameters.ts'
import type { ExportQuery } from './export-parameters.ts'

/** What all exports of a service share. */
export interface ExportRoutesOptions {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly database: Database
  readonly limits: Pick<TransferLimits, 'begin'>
  /** Records each export in its organization's audit log; by default through the outbox. */
  readonly audit?: typeof insertAudit
}

/** An export of a service, at `/exports/NAME`. */
export interface ExportRoute {
  /** Its needs are in the access table. */
  readonly name: ExportName
  /** The first is the default. */
  readonly formats: readonly [ExportFormat, ...ExportFormat[]]
  /** Parameters in addition to orgId and format. */
  readonly parameters: readonly string[]
  readonly open: (wanted: WantedExport) => OpenedExport
}

type ExportName = keyof typeof accessTable.routes extends infer Route
  ? Route extends `GET /exports/${infer Name}`
    ? Name
    : never
  : never

/** A valid request for an export, by a caller with the scopes. */
export interface WantedExport extends Pick<ExportRoutesOptions, 'database'> {
  readonly caller: Caller
  readonly orgId: number
  readonly format: ExportFormat
  readonly parameters: ExportParameters
}

/** The text of an export. */
export interface OpenedExport {
  readonly chunks: AsyncGenerator<string>
  /** For the header x-takeoff-warning: what the export leaves out. */
  readonly warning?: string | undefined
  /** The part of the file's name that depends on the parameters. */
  readonly part?: string
}

/** Streams exports of an organization to callers with the scopes of the access table. */
export function addExportRoutes(
  app: FastifyInstance,
  routes: readonly ExportRoute[],
  options: ExportRoutesOptions,
): void {
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
  const { authenticator, database, limits, audit = insertAudit, route } = options
  const authenticated = await authenticator.authenticate(request.headers.authorization)
  const caller = permitted(authenticated, accessTable.routes[`GET /exports/${route.name}`])
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
    audit(sql, auditContextOf(request, caller), {
      orgId,
      operation: `/exports/${route.name}`,
      target: { type: 'export', id: `${filename}.${format}` },
    }),
  )
  return sendExport(reply, { filename, format, chunks, warning })
}
