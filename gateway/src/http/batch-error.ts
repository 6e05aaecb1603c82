import { BadRequestError } from '@takeoff/kit/values/errors'

/**
 * The error of an array of requests in one body.
 * @param part noun for an element, such as `operation`
 */
export function batchError(part: string): BadRequestError {
  return new BadRequestError(`Batches are not served. Send each ${part} in a request of its own.`)
}
