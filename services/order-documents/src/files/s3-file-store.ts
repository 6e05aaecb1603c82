import { Readable } from 'node:stream'
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { ByteRange } from './byte-range.ts'
import { FileUnavailableError } from './file-store.ts'
import type { FileStore } from './file-store.ts'

const CONNECT_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 30_000

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** Of an S3-compatible store; AWS when unset. */
  readonly endpoint: string | undefined
  /** The SDK's own chain (environment, instance role) is asked when unset. */
  readonly credentials:
    { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Files in a bucket of an S3-compatible object store. */
export function createS3FileStore(options: S3Options): FileStore {
  const { bucket } = options
  const client = openClient(options)
  // Access control lists are off on new buckets; the bucket itself is private.
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  return {
    put: (key, bytes, contentType) => driver.put(key, bytes, { contentType }),
    deleteFolder: (prefix) => driver.deleteAll(`${prefix}/`),
    read: (key, byteSize, range) => read(client, { bucket, key, byteSize, range }),
  }
}

function openClient({ region, endpoint, credentials }: S3Options): S3Client {
  return new S3Client({
    region,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    // Other stores than AWS do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
  })
}

interface ReadRequest {
  readonly bucket: string
  readonly key: string
  readonly byteSize: number
  readonly range: ByteRange | undefined
}

/** The driver reads whole files only, so parts are asked for here. */
async function read(client: S3Client, request: ReadRequest): Promise<Readable> {
  const { key, byteSize, range } = request
  const answer = await getObject(client, request)
  const expected = range === undefined ? byteSize : range.end - range.start + 1
  if (answer.Body instanceof Readable) {
    if (answer.ContentLength === expected) return answer.Body
    answer.Body.destroy()
  }
  throw new FileUnavailableError(`${key}: ${answer.ContentLength} bytes instead of ${expected}`)
}

async function getObject(
  client: S3Client,
  { bucket, key, range }: ReadRequest,
): Promise<GetObjectCommandOutput> {
  const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
  try {
    return await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...part }))
  } catch (error) {
    if (error instanceof NoSuchKey) throw new FileUnavailableError(`${key} does not exist`, error)
    throw error
  }
}
