import { uuidCursor } from '@takeoff/kit/graphql/cursor'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { knownWord } from '@takeoff/kit/values/known-word'
import { isUuid, parseIntegerId } from '@takeoff/kit/values/ids'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { DeliveryFilter } from '../db/delivery-search.ts'
import { deliveryStates } from '../db/delivery.ts'
import {
  isWebhookEvent,
  payloadOf,
  VERIFICATION_EVENT,
  verificationPayload,
  webhookEvents,
} from '../messages/webhook-events.ts'
import type {
  WebhookDeliveriesArgs,
  WebhookDeliveryResolvers,
  WebhookResolvers,
} from './generated.ts'

const deliveriesCursor = uuidCursor('deliveries')

export const Webhook: WebhookResolvers = {
  __resolveReference({ id }, context) {
    const webhookId = parseIntegerId(id)
    return webhookId === undefined ? null : context.loaders.webhook.load(webhookId)
  },

  pausedUntil: ({ pausedUntil }) => (pausedUntil && pausedUntil > new Date() ? pausedUntil : null),

  async deliveries({ id }, args, { loaders }) {
    const page = parsePage(args, deliveriesCursor)
    const rows = await loaders.deliveriesOfWebhook.load({
      webhookId: id,
      filter: filterOf(args),
      page,
    })
    return connectionOf(rows, page.first, deliveriesCursor)
  },
}

export const WebhookDelivery: WebhookDeliveryResolvers = {
  payload({ event, data, webhookId }) {
    // A reader of deliveries must not be able to verify a URL of someone else.
    if (!isWebhookEvent(event)) return verificationPayload('[hidden]', webhookId)
    return payloadOf(event, data, webhookId)
  },
}

function filterOf({
  state,
  event,
  since,
  until,
  resourceId,
}: WebhookDeliveriesArgs): DeliveryFilter {
  return {
    state: given(state, (word) => knownWord('state', word, deliveryStates)),
    event: given(event, (word) => knownWord('event', word, [...webhookEvents, VERIFICATION_EVENT])),
    since: since ?? undefined,
    until: until ?? undefined,
    resourceId: parseResourceId(resourceId),
  }
}

/** Parses a resource id as domain events contain it. */
function parseResourceId(id: string | null | undefined): string | undefined {
  if (id === null || id === undefined) return undefined
  if (parseIntegerId(id) !== undefined || isUuid(id)) return id.toLowerCase()
  throw new BadUserInputError(
    'resourceId is the id of a list, an order, an order document or a distribution order.',
    'resourceId',
  )
}

function given<Value>(
  text: string | null | undefined,
  parse: (text: string) => Value,
): Value | undefined {
  return text === null || text === undefined ? undefined : parse(text)
}
