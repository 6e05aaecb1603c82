import { errorCode } from '@takeoff/kit/values/caught'

/** PostgreSQL cannot hold a value that JSON can, such as U+0000 in a string: class 22 of its errors. */
export function isDataError(error: unknown): boolean {
  return String(errorCode(error)).startsWith('22')
}
