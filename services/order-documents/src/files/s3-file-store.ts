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
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { openS3Client } from '@takeoff/kit/http/s3-client'
import type { S3Access } from '@takeoff/kit/http/s3-access'
import type { ByteRange } from './byte-range.ts'
import { FileStoreUnavailableError, DamagedFileError } from './file-store.ts'
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
export class S3FileStore implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #writeTimeoutMs: number

  constructor(options: S3Options) {
    this.#client = openS3Client(options, options.timeoutsMs?.attempt ?? ATTEMPT_TIMEOUT_MS)
    this.#bucket = options.bucket
    this.#writeTimeoutMs = options.timeoutsMs?.write ?? WRITE_TIMEOUT_MS
  }

  /** Without an access control list: they are off on new buckets, and the bucket itself is private. */
  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      Body: bytes,
      ContentType: contentType,
      // The only checksum that every store supports; bytes damaged in transit are refused.
      ContentMD5: hash('md5', bytes, 'base64'),
    })
    try {
      await this.#client.send(command, { abortSignal: AbortSignal.timeout(this.#writeTimeoutMs) })
    } catch (error) {
      throw this.#unavailable(`${key} was not stored`, error)
    }
  }

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: key })
    try {
      await this.#client.send(command, { abortSignal: AbortSignal.timeout(this.#writeTimeoutMs) })
    } catch (error) {
      throw this.#unavailable(`${key} was not deleted`, error)
    }
  }

  async read(key: string, byteSize: number, range?: ByteRange): Promise<Readable> {
    const response = await this.#getObject(key, range)
    const expected = range === undefined ? byteSize : range.end - range.start + 1
    if (response.Body instanceof Readable) {
      if (response.ContentLength === expected) return response.Body
      response.Body.destroy()
    }
    throw new DamagedFileError(`${key}: ${response.ContentLength} bytes instead of ${expected}`)
  }

  async sizeOf(key: string): Promise<number | undefined> {
    try {
      const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key })
      return (await this.#client.send(command)).ContentLength
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw this.#unavailable(`${key} was not measured`, error)
    }
  }

  async *list(): AsyncGenerator<StoredFile> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket })
    try {
      for await (const { Contents = [] } of pages) {
        for (const { Key: key = '', LastModified: changedAt = new Date() } of Contents)
          yield { key, name: key, changedAt }
      }
    } catch (error) {
      throw this.#unavailable('the files were not listed', error)
    }
  }

  async #getObject(key: string, range: ByteRange | undefined): Promise<GetObjectCommandOutput> {
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    try {
      return await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...part }),
      )
    } catch (error) {
      const name = `${this.#bucket}/${key}`
      if (error instanceof NoSuchKey) throw new DamagedFileError(`${name} does not exist`, error)
      if (error instanceof S3ServiceException && error.name === 'InvalidRange')
        throw new DamagedFileError(`${name} ends before byte ${range?.start}`, error)
      throw this.#unavailable(`${key} was not read`, error)
    }
  }

  #unavailable(what: string, error: unknown): FileStoreUnavailableError {
    return new FileStoreUnavailableError(`${this.#bucket}/${what}: ${reasonOf(error)}`, error)
  }
}

/** `AccessDenied: Access Denied`: the name of an S3 error is more specific than its message. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
