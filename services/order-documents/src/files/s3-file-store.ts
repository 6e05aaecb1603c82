import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { openS3Client } from '@takeoff/kit/http/s3-client'
import type { S3Access } from '@takeoff/kit/http/s3-access'
import type { ByteRange } from './byte-range.ts'
import { FileNotStoredError, FileUnavailableError } from './file-store.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** Timeout of one attempt, and of silence within a response. The client makes up to three attempts. */
const ATTEMPT_TIMEOUT_MS = 10_000
/** Timeout of a put or a delete with all its attempts. */
const WRITE_TIMEOUT_MS = 30_000

export interface S3Options extends S3Access {
  readonly bucket: string
  /** Shorter timeouts for a test. */
  readonly timeoutsMs?: { readonly attempt: number; readonly write: number }
}

/** Files in a bucket of an S3-compatible object store, where a file appears whole or not at all. */
export function createS3FileStore(options: S3Options): FileStore {
  const bucket: Bucket = {
    client: openS3Client(options, options.timeoutsMs?.attempt ?? ATTEMPT_TIMEOUT_MS),
    name: options.bucket,
    writeTimeoutMs: options.timeoutsMs?.write ?? WRITE_TIMEOUT_MS,
  }
  return {
    put: (key, bytes, contentType) => put(bucket, { key, bytes, contentType }),
    delete: (key) => remove(bucket, key),
    read: (key, byteSize, range) => read(bucket, { key, byteSize, range }),
    sizeOf: (key) => sizeOf(bucket, key),
    list: () => list(bucket),
  }
}

interface Bucket {
  readonly client: S3Client
  readonly name: string
  readonly writeTimeoutMs: number
}

interface PutRequest {
  readonly key: string
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** Without an access control list: they are off on new buckets, and the bucket itself is private. */
async function put(bucket: Bucket, { key, bytes, contentType }: PutRequest): Promise<void> {
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    Body: bytes,
    ContentType: contentType,
    // The only checksum that every store supports; bytes damaged in transit are refused.
    ContentMD5: hash('md5', bytes, 'base64'),
  })
  try {
    await bucket.client.send(command, { abortSignal: AbortSignal.timeout(bucket.writeTimeoutMs) })
  } catch (error) {
    throw new FileNotStoredError(`${bucket.name}/${key} was not stored: ${reasonOf(error)}`, error)
  }
}

async function remove(bucket: Bucket, key: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: key })
  await bucket.client.send(command, { abortSignal: AbortSignal.timeout(bucket.writeTimeoutMs) })
}

interface ReadRequest {
  readonly key: string
  readonly byteSize: number
  readonly range: ByteRange | undefined
}

async function read(bucket: Bucket, request: ReadRequest): Promise<Readable> {
  const { key, byteSize, range } = request
  const response = await getObject(bucket, request)
  const expected = range === undefined ? byteSize : range.end - range.start + 1
  if (response.Body instanceof Readable) {
    if (response.ContentLength === expected) return response.Body
    response.Body.destroy()
  }
  throw new FileUnavailableError(`${key}: ${response.ContentLength} bytes instead of ${expected}`)
}

async function getObject(
  bucket: Bucket,
  { key, range }: ReadRequest,
): Promise<GetObjectCommandOutput> {
  const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
  try {
    return await bucket.client.send(
      new GetObjectCommand({ Bucket: bucket.name, Key: key, ...part }),
    )
  } catch (error) {
    const why = error instanceof NoSuchKey ? 'does not exist' : `was not read: ${reasonOf(error)}`
    throw new FileUnavailableError(`${bucket.name}/${key} ${why}`, error)
  }
}

async function sizeOf(bucket: Bucket, key: string): Promise<number | undefined> {
  try {
    const head = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key }))
    return head.ContentLength
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

async function* list({ client, name: bucket }: Bucket): AsyncGenerator<StoredFile> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    for (const { Key: key = '', LastModified: changedAt = new Date() } of Contents)
      yield { key, name: key, changedAt }
  }
}

/** `AccessDenied: Access Denied`: the name of an S3 error is more specific than its message. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
