import { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditContextOf } from '@takeoff/kit/events/audit'
import type { DownloadLimits } from '@takeoff/kit/http/download-limits'
import { sendExport } from '@takeoff/kit/http/send-export'
import type { Database, Sql } from '@takeoff/kit/postgres/database'
import { permitted, requireOrganization } from '@takeoff/kit/security/access'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { Authenticator } from '@takeoff/kit/security/auth'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import { jsonLine } from '@takeoff/kit/values/json'
import { appendAudit } from './append-records.ts'
import { findChain } from './audit-reads.ts'

const AUDIT_EXPORT = '/exports/audit'
const RECORDS_PER_PAGE = 500

export interface ExportRouteOptions {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly database: Database
  readonly limits: Pick<DownloadLimits, 'begin'>
}

/** Unknown names are refused, because a misspelt `after` would silently export everything. */
const querySchema = z.strictObject({
  orgId: z
    .string()
    .transform(parseIntegerId)
    .pipe(z.number({ error: 'must be given and be an id' })),
  after: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the sequence of a record')
    .default('0')
    .transform(Number),
})

/**
 * Streams the audit log of an organization as NDJSON, oldest first, each record with what its hash covers. Requires a
 * bearer token with audit:read. The export itself is a record of the log.
 */
export function addAuditExport(app: FastifyInstance, options: ExportRouteOptions): void {
  app.route({
    method: 'GET',
    url: AUDIT_EXPORT,
    exposeHeadRoute: false,
    handler: (request, reply) => respond(request, reply, options),
  })
}

async function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, database, limits }: ExportRouteOptions,
): Promise<FastifyReply> {
  const authenticated = await authenticator.authenticate(request.headers.authorization)
  const caller = permitted(authenticated, accessTable.routes['GET /exports/audit'])
  const { orgId, after } = parseQuery(request.query)
  requireOrganization(caller, orgId)
  limits.begin(reply, orgId)
  const filename = `audit-${orgId}`
  const ownRows = database.ofOrganizations([orgId])
  await ownRows.transaction((sql) =>
    appendAudit(sql, auditContextOf(request, caller), {
      orgId,
      operation: AUDIT_EXPORT,
      target: { type: 'export', id: `${filename}.ndjson` },
    }),
  )
  const chunks = exportChain(ownRows, orgId, after)
  return sendExport(reply, { filename, format: 'ndjson', chunks })
}

function parseQuery(query: unknown): z.infer<typeof querySchema> {
  const result = querySchema.safeParse(query)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  throw new BadUserInputError(`${String(name)}: ${issue?.message}.`, String(name))
}

/** Holds no connection between pages, so that a slow client costs none. */
async function* exportChain(sql: Sql, orgId: number, start: number): AsyncGenerator<string> {
  let after = start
  for (;;) {
    const page = await findChain(sql, { orgId, after, first: RECORDS_PER_PAGE })
    yield page.map(jsonLine).join('')
    if (page.length < RECORDS_PER_PAGE) return
    after = page.at(-1)?.sequence ?? after
  }
}
