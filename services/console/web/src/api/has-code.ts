import { TakeoffError } from '@takeoff/client'

/** Whether the API refused the call with this code. */
export const hasCode = (error: unknown, code: string): error is TakeoffError =>
  error instanceof TakeoffError && error.code === code
