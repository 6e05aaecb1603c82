import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { openS3Client } from '@takeoff/kit/s3-client'
import type { S3Access } from '@takeoff/kit/s3-client'
import { RegistryUnavailableError } from './registry-store.ts'
import type { RegistryStore, Stored } from './registry-store.ts'

const ATTEMPT_TIMEOUT_MS = 5_000
/** Of a request with all of its attempts. */
const REQUEST_TIMEOUT_MS = 10_000

export interface S3StoreOptions extends S3Access {
  readonly bucket: string
  /** What all keys begin with: nothing, or a folder with its slash. */
  readonly prefix: string
  /** A shorter one for a test. */
  readonly timeoutMs?: number
}

interface Bucket {
  readonly client: S3Client
  readonly options: S3StoreOptions
}

/** A registry in a bucket of an S3-compatible store that knows conditional puts, which keep two writers apart. */
export function createS3Store(options: S3StoreOptions): RegistryStore {
  const bucket = { client: openS3Client(options, ATTEMPT_TIMEOUT_MS), options }
  return {
    location: locationOf(options),
    read: async (key) => withoutUnchanged(await get(bucket, key, undefined)),
    readIfChanged: (key, tag) => get(bucket, key, tag),
    create: async (key, text) =>
      void (await put(bucket, { key, text, condition: { IfNoneMatch: '*' } })),
    replace: (key, text, tag) =>
      put(bucket, {
        key,
        text,
        condition: tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag },
      }),
  }
}

function locationOf({ bucket, prefix }: S3StoreOptions): string {
  return `s3://${bucket}/${prefix}`
}

function withoutUnchanged(stored: Stored | 'unchanged' | undefined): Stored | undefined {
  return stored === 'unchanged' ? undefined : stored
}

async function get(
  { client, options }: Bucket,
  key: string,
  tag: string | undefined,
): Promise<Stored | 'unchanged' | undefined> {
  const command = new GetObjectCommand({
    Bucket: options.bucket,
    Key: `${options.prefix}${key}`,
    ...(tag !== undefined && { IfNoneMatch: tag }),
  })
  try {
    const { Body, ETag } = await client.send(command, { abortSignal: deadline(options) })
    if (Body === undefined || ETag === undefined)
      throw new Error('it answered without content or ETag')
    return { text: await Body.transformToString(), tag: ETag }
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    if (statusOf(error) === 304) return 'unchanged'
    throw unavailable(options, key, error)
  }
}

interface Put {
  readonly key: string
  readonly text: string
  readonly condition: Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'>
}

async function put({ client, options }: Bucket, { key, text, condition }: Put): Promise<boolean> {
  const command = new PutObjectCommand({
    Bucket: options.bucket,
    Key: `${options.prefix}${key}`,
    Body: text,
    ContentType: 'application/json',
    ...condition,
  })
  try {
    await client.send(command, { abortSignal: deadline(options) })
    return true
  } catch (error) {
    // 409: another conditional put is under way.
    if ([409, 412].includes(statusOf(error) ?? 0)) return false
    throw unavailable(options, key, error)
  }
}

function deadline({ timeoutMs = REQUEST_TIMEOUT_MS }: S3StoreOptions): AbortSignal {
  return AbortSignal.timeout(timeoutMs)
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

function unavailable(
  options: S3StoreOptions,
  key: string,
  cause: unknown,
): RegistryUnavailableError {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  return new RegistryUnavailableError(
    `The registry ${locationOf(options)} does not answer for ${key} (${reason}). Check SUPERGRAPH_REGISTRY and the S3_… variables.`,
    { cause },
  )
}
