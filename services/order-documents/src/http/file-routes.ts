import { auditContextOf, insertAudit } from '@takeoff/kit/events/audit'
import { permitted } from '@takeoff/kit/security/access'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { Authenticator } from '@takeoff/kit/security/auth'
import type { TransferLimits } from '@takeoff/kit/http/transfer-limits'
import { requireVisible } from '@takeoff/kit/security/sensitive-fields'
import type { Database } from '@takeoff/kit/postgres/database'
import { ForbiddenError, NotFoundError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findFileOwner, findSignedFile } from '../db/documents/file-reads.ts'
import type { FileLinks } from '../files/file-links.ts'
import type { FileStore } from '../files/file-store.ts'
import { sendFile } from './send-file.ts'

const FILE_ROUTE = '/files/:id'
const DOWNLOAD_ROUTE = '/files/:id/download'

export interface FileRoutesOptions {
  readonly authenticator: Authenticator
  readonly database: Database
  readonly limits: TransferLimits
  readonly links: FileLinks
  readonly store: FileStore
}

type FileRequest = FastifyRequest<{
  Params: { id: string }
  Querystring: Record<string, string | string[] | undefined>
}>

/** The two addresses of a file: `redirectUrl` and `url`. */
export function addFileRoutes(app: FastifyInstance, options: FileRoutesOptions): void {
  const method = ['GET', 'HEAD']
  app.route({
    method,
    url: FILE_ROUTE,
    handler: (request: FileRequest, reply) => redirect(request, reply, options),
  })
  app.route({
    method,
    url: DOWNLOAD_ROUTE,
    handler: (request: FileRequest, reply) => download(request, reply, options),
  })
}

/** Authenticates the caller, and redirects to an address that works for a short time. Each redirect is in the audit log. */
async function redirect(
  request: FileRequest,
  reply: FastifyReply,
  { authenticator, database, limits, links }: FileRoutesOptions,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store')
  const authenticated = await authenticator.authenticate(authorizationOf(request))
  const caller = permitted(authenticated, accessTable.routes['GET /files/{id}'])

  const { id } = request.params
  if (!isUuid(id)) throw noSuchFile()
  const { orgIds } = caller
  const own = database.ofOrganizations(orgIds)
  const owner = await findFileOwner(own, orgIds, id)
  if (owner === undefined) throw noSuchFile()
  requireVisible(caller, owner, 'OrderDocument.pdf')
  // Before the transaction, because that may run again and the request must count once.
  limits.begin(reply, owner.orgId)
  await own.transaction((sql) =>
    insertAudit(sql, auditContextOf(request, caller), {
      orgId: owner.orgId,
      operation: '/files',
      target: { type: 'file', id: id.toLowerCase() },
    }),
  )
  return reply.redirect(links.signedUrl(id.toLowerCase()), 302)
}

/** The signature is the credential: the address was created for an authorized caller. */
async function download(
  request: FileRequest,
  reply: FastifyReply,
  { database, limits, links, store }: FileRoutesOptions,
): Promise<FastifyReply> {
  const { id } = request.params
  const { expires, signature } = request.query
  const isSigned = typeof expires === 'string' && typeof signature === 'string'
  if (!isSigned || !isUuid(id) || !links.isValid(id, { expires, signature })) {
    throw new ForbiddenError(
      'This download address has expired or was changed. Fetch the file through its redirectUrl.',
    )
  }
  const file = await findSignedFile(database.forWork('file-download'), id)
  if (file === undefined) throw noSuchFile()
  limits.begin(reply, file.orgId)
  return sendFile(request, reply, { file, store })
}

/** A browser cannot send the token in a header, so a session cookie holds it. */
function authorizationOf({ headers }: FileRequest): string | undefined {
  const token = sessionToken(headers.cookie)
  return headers.authorization ?? (token === undefined ? undefined : `Bearer ${token}`)
}

/** The same response for files that do not exist and for those of other organizations. */
function noSuchFile(): NotFoundError {
  return new NotFoundError(
    'There is no such file. Use the redirectUrl or url of a file of your organizations.',
  )
}

const COOKIE_NAME = 'takeoff_session'

/** The access token in a Cookie header; undefined when there is none. */
export function sessionToken(cookieHeader: string | undefined): string | undefined {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2)
    if (name?.trim() === COOKIE_NAME) return value?.trim().replace(/^"(.*)"$/, '$1') || undefined
  }
  return undefined
}
