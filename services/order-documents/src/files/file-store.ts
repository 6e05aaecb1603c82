import type { Readable } from 'node:stream'
import { AppError } from '@takeoff/kit/values/errors'
import type { ByteRange } from './byte-range.ts'

/** Stores the bytes of files under keys. A key is used once, so the bytes under it never change. */
export interface FileStore {
  /**
   * After it resolves the bytes are durable; before, nothing is visible under the key.
   * @throws FileStoreUnavailableError with the reason. After a lost response the bytes may still have arrived,
   *   so the key has to be deleted before it is forgotten.
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Deletes the bytes and the remains of an interrupted put. A missing file is no error. */
  delete(key: string): Promise<void>
  /**
   * A stream of the bytes, or of a part of them.
   * @throws DamagedFileError when the store does not have `byteSize` bytes under the key
   * @throws FileStoreUnavailableError when the store cannot be read
   */
  read(key: string, byteSize: number, range?: ByteRange): Promise<Readable>
  /** How many bytes are stored under a key; undefined when there are none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Everything that is stored, in any order, and the remains of interrupted puts. */
  list(): AsyncGenerator<StoredFile>
}

export interface StoredFile {
  /** The key that it is deleted by. */
  readonly key: string
  /** What the store calls it: differs from the key for the remains of an interrupted put. */
  readonly name: string
  readonly changedAt: Date
}

const REPORT_DAMAGE = 'Tell us the request id.'
const RETRY_AFTER_SECONDS = 5
const TRY_LATER = 'Try again later, or tell us the request id.'

/** A row refers to bytes that the store does not have. */
export class DamagedFileError extends AppError {
  override readonly code = 'INTERNAL_SERVER_ERROR'
  override readonly httpStatus = 500

  constructor(why: string, cause?: unknown) {
    super(`The bytes of this file are missing or damaged. ${REPORT_DAMAGE}`)
    this.cause = new Error(why, { cause })
  }

  protected override get clientAdvice(): string {
    return REPORT_DAMAGE
  }
}

/** The store did not store or read a file, whose bytes may be intact; `cause` has the reason, for the log. */
export class FileStoreUnavailableError extends AppError {
  override readonly code = 'SUBGRAPH_UNAVAILABLE'
  override readonly httpStatus = 503

  constructor(why: string, cause?: unknown) {
    super(`The store of the files cannot be used right now. ${TRY_LATER}`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
    this.cause = new Error(why, { cause })
  }

  protected override get clientAdvice(): string {
    return TRY_LATER
  }

  override get isTemporary(): boolean {
    return true
  }
}
