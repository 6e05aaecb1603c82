import { AppError } from '@takeoff/kit/values/errors'

const RETRY_AFTER_SECONDS = 5

/**
 * The rendering queue, or the organization's part of it, is so long that another document would
 * wait too long. Nothing was written.
 */
export class RenderingQueueFullError extends AppError {
  override readonly code = 'RENDERING_QUEUE_FULL'
  override readonly httpStatus = 503

  constructor() {
    super(
      `Too many documents are being rendered right now. Try again in ${RETRY_AFTER_SECONDS} seconds; an Idempotency-Key keeps that from ordering twice.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  }
}

/** One document could not be rendered: `message` gives the reason, without any content of the document. */
export class RenderingFailedError extends Error {
  override readonly name: string = 'RenderingFailedError'
}

/** Rendering reached its time limit; the same model takes the same work again. */
export class RenderingTimeoutError extends RenderingFailedError {
  override readonly name = 'RenderingTimeoutError'
}
