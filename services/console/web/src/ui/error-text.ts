import { TakeoffError } from '@takeoff/client'
import type { Messages } from '../i18n/en.ts'

/** What a person reads about an error: words of the console where it has some for its code, else the server's. */
export function errorText(error: unknown, messages: Messages): string {
  if (!(error instanceof TakeoffError)) return messages.errors.unknown
  if (error.code === 'NETWORK_ERROR' && !navigator.onLine) return messages.states.offline
  const known = messages.errors.byCode[error.code as keyof Messages['errors']['byCode']]
  return known ?? messages.errors.refused(error)
}
