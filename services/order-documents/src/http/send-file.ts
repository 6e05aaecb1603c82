import { AppError } from '@takeoff/kit/values/errors'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFileRecord } from '../db/documents/file-reads.ts'
import { readRange } from '../files/byte-range.ts'
import type { ByteRange } from '../files/byte-range.ts'
import type { FileStore } from '../files/file-store.ts'

/** A client may cache the bytes for as long as the address works. */
const CACHE_CONTROL = 'private, max-age=900'

class RangeNotSatisfiableError extends AppError {
  override readonly code = 'RANGE_NOT_SATISFIABLE'
  override readonly httpStatus = 416
}

export interface SentFile {
  readonly file: StoredFileRecord
  readonly store: FileStore
}

/**
 * Streams a file with conditional requests and single ranges (RFC 9110).
 * @throws RangeNotSatisfiableError, DamagedFileError, FileStoreUnavailableError
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, store }: SentFile,
): Promise<FastifyReply> {
  const etag = `"${file.checksum}"`
  const validators = { etag, 'cache-control': CACHE_CONTROL }
  if (matches(request.headers['if-none-match'], etag)) {
    return reply.code(304).headers(validators).send()
  }

  const range = rangeOf(request, reply, { etag, byteSize: file.byteSize })
  const isHead = request.method === 'HEAD'
  // Opened before any header is set, so that an error response does not have those of the file.
  const stream = isHead ? undefined : await store.read(file.storageKey, file.byteSize, range)
  void reply.headers({
    ...validators,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-type': file.contentType,
    'content-disposition': dispositionOf(file),
    'content-length': range === undefined ? file.byteSize : range.end - range.start + 1,
  })
  if (range === undefined) return reply.send(stream)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.byteSize}`)
    .send(stream)
}

/** A range applies to GET only, and with If-Range only while the file is unchanged. */
function rangeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, byteSize }: { readonly etag: string; readonly byteSize: number },
): ByteRange | undefined {
  const ifRange = request.headers['if-range']
  if (request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined

  const selected = readRange(request.headers.range, byteSize)
  if (selected.kind === 'whole') return undefined
  if (selected.kind === 'part') return selected
  void reply.header('content-range', `bytes */${byteSize}`)
  throw new RangeNotSatisfiableError(
    `The file has ${byteSize} bytes; the range is beyond its end. Request a range within it.`,
  )
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const candidates = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return candidates.includes(etag) || candidates.includes('*')
}

/** Browsers open a PDF and save a CSV; names in other scripts are encoded by RFC 8187. */
function dispositionOf({ kind, filename }: StoredFileRecord): string {
  return contentDisposition(filename, { type: kind === 'pdf' ? 'inline' : 'attachment' })
}
