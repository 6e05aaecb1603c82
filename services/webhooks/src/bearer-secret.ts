import { isOneOf } from '@takeoff/kit/http/shared-secret'

/** Whether an `Authorization` header is `Bearer` with one of these secrets. */
export function isBearer(authorization: string | undefined, secrets: readonly string[]): boolean {
  return isOneOf(/^Bearer (.+)$/.exec(authorization ?? '')?.[1], secrets)
}
