import { AppError } from '@takeoff/kit/values/errors'

/** An array of requests in one body. */
export class BatchError extends AppError {
  override readonly code = 'BAD_REQUEST'

  /** @param part noun for an element, such as `operation` */
  constructor(part: string) {
    super(`Batches are not served. Send each ${part} in a request of its own.`)
  }
}
