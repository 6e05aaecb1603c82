import { multilineViolation } from '@takeoff/contracts/text-violation'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { sealedPlace } from '../db/webhook.ts'
import type { Webhook } from '../db/webhook.ts'
import type { CustomHeader } from '../deliveries/send/custom-headers.ts'
import { isWebhookEvent, webhookEvents } from '../messages/webhook-events.ts'
import type { WebhookEvent } from '../messages/webhook-events.ts'

/** What the caller of a mutation may set beside the url. Null means all events, and no description, headers or limit. */
export interface WebhookSettingsInput {
  readonly events?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
  readonly headers?: readonly CustomHeader[] | null | undefined
  readonly rateLimit?: number | null | undefined
  readonly ordered?: boolean | null | undefined
}

/** What the caller of a mutation has set. */
export interface AcceptedWebhook extends Pick<
  Webhook,
  'url' | 'events' | 'description' | 'rateLimit' | 'ordered'
> {
  readonly headers: readonly CustomHeader[]
}

const DESCRIPTION_LENGTH_MAX = 500
const RATE_LIMIT_MAX = 1_000
/** Maximum characters of an unknown event in an error; longer than every event. */
const EVENT_SHOWN_MAX = 100

/**
 * The selected events without duplicates; null means all.
 * @throws BadUserInputError (argument events) with the names of all events
 */
export function parseEvents(events: readonly string[] | null | undefined): WebhookEvent[] | null {
  if (events === null || events === undefined) return null
  if (events.length === 0) {
    throw new BadUserInputError(
      'Choose at least one event, or leave events out to choose all.',
      'events',
    )
  }
  return [...new Set(events.map((event, index) => parseEvent(event, `events[${index}]`)))]
}

/** @throws BadUserInputError with the names of all events */
export function parseEvent(event: string, argument: string): WebhookEvent {
  if (isWebhookEvent(event)) return event
  throw new BadUserInputError(
    `There is no event ${JSON.stringify(event.slice(0, EVENT_SHOWN_MAX))}. The events are: ${webhookEvents.join(', ')}.`,
    argument,
  )
}

/** @throws BadUserInputError when it is too long, or has characters that notes may not have */
export function parseDescription(description: string | null | undefined): string | null {
  const text = description?.trim() ?? ''
  const violation = multilineViolation('description', text, DESCRIPTION_LENGTH_MAX)
  if (violation !== undefined) throw new BadUserInputError(violation.message, violation.argument)
  return text === '' ? null : text
}

/** @throws BadUserInputError out of bounds */
export function parseRateLimit(rateLimit: number | null | undefined): number | null {
  if (rateLimit === null || rateLimit === undefined) return null
  if (rateLimit >= 1 && rateLimit <= RATE_LIMIT_MAX) return rateLimit
  throw new BadUserInputError(
    `rateLimit must be from 1 to ${RATE_LIMIT_MAX} requests a second, or null for none.`,
    'rateLimit',
  )
}

/**
 * Headers as stored: names for display, values encrypted.
 * @param headers of `parseCustomHeaders`
 */
export function sealHeaders(
  headers: readonly CustomHeader[],
  secretBox: SecretBox,
  webhook: Pick<Webhook, 'id' | 'orgId'>,
): Pick<Webhook, 'headerNames' | 'sealedHeaders'> {
  if (headers.length === 0) return { headerNames: [], sealedHeaders: null }
  const values = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  const place = sealedPlace('webhook.sealed_headers', webhook)
  return {
    headerNames: headers.map(({ name }) => name),
    sealedHeaders: secretBox.seal(JSON.stringify(values), place),
  }
}
