import type { Format } from '../../../i18n/format.ts'
import type { Tone } from '../../../ui/badge.tsx'

interface KnownWebhook {
  readonly verifiedAt: string | null
  readonly disabledAt: string | null
  readonly pausedUntil: string | null
}

export type WebhookState = 'unverified' | 'enabled' | 'disabled' | 'paused'

/** In which state a webhook is. A disabled one sends nothing, verified or not; a pause that is over is none. */
export function webhookState(
  { verifiedAt, disabledAt, pausedUntil }: KnownWebhook,
  now: number,
): WebhookState {
  if (disabledAt !== null) return 'disabled'
  if (verifiedAt === null) return 'unverified'
  return pausedUntil !== null && new Date(pausedUntil).getTime() > now ? 'paused' : 'enabled'
}

export const STATE_TONES: Readonly<Record<WebhookState, Tone>> = {
  unverified: 'warn',
  enabled: 'good',
  disabled: 'bad',
  paused: 'warn',
}

export const DELIVERY_TONES: Readonly<Record<string, Tone>> = {
  pending: 'accent',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

interface Words {
  readonly nextAttempt: (time: string) => string
  readonly dueNow: string
}

/** When a delivery is attempted next. The time of one that waits for its turn is in the past. */
export const nextAttemptText = (
  time: string,
  now: number,
  { words, format }: { readonly words: Words; readonly format: Format },
): string =>
  new Date(time).getTime() > now ? words.nextAttempt(format.ago(time, now)) : words.dueNow
