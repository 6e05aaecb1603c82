import { Readable } from 'node:stream'
import { auditContextOf, insertAudit } from '@takeoff/kit/events/audit'
import { ExportParameters } from '@takeoff/kit/exports/export-parameters'
import type { ExportQuery } from '@takeoff/kit/exports/export-parameters'
import type { TransferLimits } from '@takeoff/kit/http/transfer-limits'
import type { Database } from '@takeoff/kit/postgres/database'
import { permitted, requireOrganization } from '@takeoff/kit/security/access'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { Authenticator } from '@takeoff/kit/security/auth'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import { invariant } from '@takeoff/kit/values/invariant'
import { MEASUREMENT_FILE_BYTES_MAX } from '@takeoff/kit/values/request-size'
import { create as contentDisposition, parse } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  findMeasurementFile,
  findMeasurementFileBytes,
} from '../db/measurement-files/measurement-file-reads.ts'
import type { MeasurementFileRow } from '../db/measurement-files/measurement-file-reads.ts'
import type { FileReader } from '../file-reader/file-reader.ts'
import { contentTypeOf, pathOf } from '../measurement-file-address.ts'
import { uploadMeasurementFile } from '../jobs/upload-measurement-file.ts'

const ROUTE = '/measurement-files'

export interface MeasurementFileRoutesOptions {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly database: Database
  /** Each upload and each download is held in memory. */
  readonly uploads: Pick<TransferLimits, 'begin'>
  readonly downloads: Pick<TransferLimits, 'begin'>
  readonly fileReader: Pick<FileReader, 'read'>
  readonly now: () => Date
}

type UploadRequest = FastifyRequest<{ Querystring: ExportQuery }>
type DownloadRequest = FastifyRequest<{ Params: { id: string } }>

/** The upload of a measurement file, and its download. */
export async function addMeasurementFileRoutes(
  app: FastifyInstance,
  options: MeasurementFileRoutesOptions,
): Promise<void> {
  // A scope of its own, because all other routes accept JSON bodies only.
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    const uploaders = new WeakMap<FastifyRequest, Uploader>()
    scope.route<{ Querystring: ExportQuery }>({
      method: 'POST',
      url: ROUTE,
      bodyLimit: MEASUREMENT_FILE_BYTES_MAX,
      config: { takesFile: true },
      // Before the body is read, which is held in memory.
      onRequest: async (request, reply) => {
        uploaders.set(request, await admit(request, reply, options))
      },
      handler: (request, reply) => {
        const uploader = uploaders.get(request)
        invariant(uploader !== undefined, 'an upload was not authenticated')
        return upload(request, reply, { ...options, ...uploader })
      },
    })
    done()
  })
  app.route({
    method: 'GET',
    url: `${ROUTE}/:id`,
    exposeHeadRoute: false,
    handler: (request: DownloadRequest, reply) => download(request, reply, options),
  })
}

interface Uploader {
  readonly userId: number
  readonly orgId: number
}

async function admit(
  request: UploadRequest,
  reply: FastifyReply,
  { authenticator, uploads }: MeasurementFileRoutesOptions,
): Promise<Uploader> {
  const authenticated = await authenticator.authenticate(request.headers.authorization)
  const caller = permitted(authenticated, accessTable.routes['POST /measurement-files'])
  const orgId = new ExportParameters(request.query, ['orgId']).id('orgId')
  requireOrganization(caller, orgId)
  uploads.begin(reply, orgId)
  return { userId: caller.userId, orgId }
}

async function upload(
  request: UploadRequest,
  reply: FastifyReply,
  { userId, orgId, database, fileReader, now }: MeasurementFileRoutesOptions & Uploader,
): Promise<FastifyReply> {
  const { file, unreadable } = await uploadMeasurementFile(
    { database: database.ofOrganizations([orgId]), fileReader, now },
    {
      orgId,
      userId,
      filename: filenameOf(request.headers['content-disposition']),
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    },
  )
  return reply
    .code(201)
    .headers({ 'cache-control': 'no-store', location: pathOf(file) })
    .send({ ...describe(file), unreadable })
}

function describe(file: MeasurementFileRow) {
  return { ...file, contentType: contentTypeOf(file), path: pathOf(file) }
}

/** The name that the client gives the file; undefined when it gives none that can be read. */
function filenameOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return parse(header).parameters['filename']
  } catch {
    return undefined
  }
}

/** Each download that is not refused is in the audit log. */
async function download(
  request: DownloadRequest,
  reply: FastifyReply,
  { authenticator, database, downloads }: MeasurementFileRoutesOptions,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store')
  const authenticated = await authenticator.authenticate(request.headers.authorization)
  const caller = permitted(authenticated, accessTable.routes['GET /measurement-files/{id}'])
  const { id } = request.params
  const { orgIds } = caller
  if (!isUuid(id)) throw noSuchFile()
  const own = database.ofOrganizations(orgIds)
  const owned = await findMeasurementFile(own, id, orgIds)
  if (owned === undefined) throw noSuchFile()
  // Before the transaction, because that may run again and the download must count once.
  downloads.begin(reply, owned.orgId)
  const file = await own.transaction(async (sql) => {
    const found = await findMeasurementFileBytes(sql, id, orgIds)
    if (found === undefined) throw noSuchFile()
    await insertAudit(sql, auditContextOf(request, caller), {
      orgId: found.orgId,
      operation: ROUTE,
      target: { type: 'file', id: found.id },
    })
    return found
  })
  return (
    reply
      .headers({
        'content-type': contentTypeOf(file),
        'content-length': file.bytes.byteLength,
        // Never shown as a page: XML may hold scripts.
        'content-disposition': contentDisposition(file.filename, { type: 'attachment' }),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      // As a stream, so that the connection of a client that stops reading is closed.
      .send(Readable.from(file.bytes))
  )
}

/** The same response for files that do not exist and for those of other organizations. */
function noSuchFile(): NotFoundError {
  return new NotFoundError(
    'There is no such measurement file. Use the id of a file of your organizations; one that is not imported is deleted after a day.',
  )
}
