import type { Readable } from 'node:stream'
import { AppError } from '@takeoff/kit/errors'
import type { ByteRange } from './byte-range.ts'

/** Keeps the bytes of files under keys. Bytes under a key never change. */
export interface FileStore {
  /** After it resolves the bytes are safe; before, nothing is visible under the key. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Deletes every file under the folder. */
  deleteFolder(folder: string): Promise<void>
  /**
   * A stream of the bytes, or of a part of them.
   * @throws FileUnavailableError when the store has not `byteSize` bytes under the key
   */
  read(key: string, byteSize: number, range?: ByteRange): Promise<Readable>
}

/** A row promises bytes that the store does not have. */
export class FileUnavailableError extends AppError {
  override readonly code = 'INTERNAL_SERVER_ERROR'
  override readonly httpStatus = 500

  constructor(why: string, cause?: unknown) {
    super('The bytes of this file are missing or damaged. Tell us the request id.')
    this.cause = new Error(why, { cause })
  }
}
