import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { openS3Client } from '@takeoff/kit/http/s3-client'
import type { S3Access } from '@takeoff/kit/http/s3-access'
import { RegistryUnavailableError } from './registry-store.ts'
import type { RegistryStore, Stored, StoreVariable } from './registry-store.ts'

const ATTEMPT_TIMEOUT_MS = 5_000
/** Timeout of a request with all of its attempts. */
const REQUEST_TIMEOUT_MS = 10_000

export interface S3StoreOptions extends S3Access {
  readonly variable: StoreVariable
  readonly bucket: string
  /** Prefix of all keys: empty, or a folder with its slash. */
  readonly prefix: string
  /** Tests set a shorter one. */
  readonly timeoutMs?: number
}

/** A registry in a bucket of an S3-compatible store with conditional puts, which detect concurrent writers. */
export class S3Store implements RegistryStore {
  readonly location: string
  readonly #options: S3StoreOptions
  readonly #client: S3Client

  constructor(options: S3StoreOptions) {
    this.location = `s3://${options.bucket}/${options.prefix}`
    this.#options = options
    this.#client = openS3Client(options, ATTEMPT_TIMEOUT_MS)
  }

  async read(key: string): Promise<Stored | undefined> {
    const stored = await this.readIfChanged(key, undefined)
    return stored === 'unchanged' ? undefined : stored
  }

  async readIfChanged(
    key: string,
    tag: string | undefined,
  ): Promise<Stored | 'unchanged' | undefined> {
    const condition = tag !== undefined && { IfNoneMatch: tag }
    const command = new GetObjectCommand({ ...this.#object(key), ...condition })
    try {
      const { Body, ETag } = await this.#client.send(command, this.#deadline())
      if (Body === undefined || ETag === undefined)
        throw new Error('the response has no content or ETag')
      return { text: await Body.transformToString(), tag: ETag }
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      if (statusOf(error) === 304) return 'unchanged'
      throw this.#unavailable(key, error)
    }
  }

  async create(key: string, text: string): Promise<void> {
    await this.#put(key, text, { IfNoneMatch: '*' })
  }

  replace(key: string, text: string, tag: string | undefined): Promise<boolean> {
    return this.#put(key, text, tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag })
  }

  async #put(
    key: string,
    text: string,
    condition: Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'>,
  ): Promise<boolean> {
    const content = { Body: text, ContentType: 'application/json' }
    const command = new PutObjectCommand({ ...this.#object(key), ...content, ...condition })
    try {
      await this.#client.send(command, this.#deadline())
      return true
    } catch (error) {
      // 409: another conditional put is under way.
      if ([409, 412].includes(statusOf(error) ?? 0)) return false
      throw this.#unavailable(key, error)
    }
  }

  #object(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#options.bucket, Key: `${this.#options.prefix}${key}` }
  }

  #deadline(): { readonly abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(this.#options.timeoutMs ?? REQUEST_TIMEOUT_MS) }
  }

  #unavailable(key: string, cause: unknown): RegistryUnavailableError {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    return new RegistryUnavailableError(
      `${this.location} could not be used for ${key} (${reason}). Check ${this.#options.variable} and the S3_… variables.`,
      { cause },
    )
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
