import { uuidCursor } from '@takeoff/kit/graphql/cursor'
import { fieldNamesIn } from '@takeoff/kit/graphql/field-names'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { isUuid, parseIntegerId } from '@takeoff/kit/values/ids'
import { knownWord } from '@takeoff/kit/values/known-word'
import type { Optional } from '@takeoff/kit/values/optional'
import type { DeliveryFilter } from '../db/delivery-filter.ts'
import type { LogPart } from '../db/found-delivery.ts'
import { deliveryStates } from '../db/delivery.ts'
import { VERIFICATION_EVENT, webhookEvents } from '../messages/webhook-events.ts'
import type { GraphQLResolveInfo } from 'graphql'
import type { WebhookDeliveriesArgs } from './generated.ts'

/** Cursors of pages of deliveries, of one webhook or of all. */
export const deliveriesCursor = uuidCursor('deliveries')

/**
 * The deliveries that the arguments ask for.
 * @throws BadUserInputError naming the invalid argument
 */
export function filterOf({
  state,
  event,
  since,
  until,
  resourceId,
}: WebhookDeliveriesArgs): DeliveryFilter {
  return {
    state: knownWord('state', state, deliveryStates),
    event: knownWord('event', event, [...webhookEvents, VERIFICATION_EVENT]),
    since: since ?? undefined,
    until: until ?? undefined,
    resourceId: parseResourceId(resourceId),
  }
}

/** What the fields of an operation need of the logs of deliveries. */
export function logPartIn(info: GraphQLResolveInfo): LogPart {
  const names = fieldNamesIn(info)
  if (names.has('attempts')) return 'whole'
  return names.has('lastAttempt') ? 'newest' : 'none'
}

/** Parses a resource id as domain events contain it. */
function parseResourceId(id: Optional<string>): string | undefined {
  if (id === null || id === undefined) return undefined
  if (parseIntegerId(id) !== undefined || isUuid(id)) return id.toLowerCase()
  throw new BadUserInputError(
    'resourceId is the id of a list, an order, an order document or a distribution order.',
    'resourceId',
  )
}
