import { BadUserInputError } from '@takeoff/kit/errors'
import { isWebhookEvent, webhookEvents } from '../webhook-events.ts'
import type { WebhookEvent } from '../webhook-events.ts'

const DESCRIPTION_LENGTH_MAX = 500

/**
 * The chosen events, each once; null means all.
 * @throws BadUserInputError (argument events) naming the events there are
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

/** @throws BadUserInputError naming the events there are */
export function parseEvent(event: string, argument: string): WebhookEvent {
  if (isWebhookEvent(event)) return event
  throw new BadUserInputError(
    `There is no event ${JSON.stringify(event)}. The events are: ${webhookEvents.join(', ')}.`,
    argument,
  )
}

/** @throws BadUserInputError when it is too long */
export function parseDescription(description: string | null | undefined): string | null {
  const text = description?.trim() ?? ''
  if (text.length > DESCRIPTION_LENGTH_MAX || text.includes('\0')) {
    throw new BadUserInputError(
      `description must have at most ${DESCRIPTION_LENGTH_MAX} characters, none of them NUL.`,
      'description',
    )
  }
  return text === '' ? null : text
}
