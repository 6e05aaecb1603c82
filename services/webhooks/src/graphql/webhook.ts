import { parseIntegerId } from '@takeoff/kit/values/ids'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import { isWebhookEvent, payloadOf, verificationPayload } from '../messages/webhook-events.ts'
import { deliveriesCursor, filterOf, logPartIn } from './delivery-arguments.ts'
import type { WebhookDeliveryResolvers, WebhookResolvers } from './generated.ts'

export const Webhook: WebhookResolvers = {
  __resolveReference({ id }, context) {
    const webhookId = parseIntegerId(id)
    return webhookId === undefined ? null : context.loaders.webhook.load(webhookId)
  },

  pausedUntil: ({ pausedUntil }) => (pausedUntil && pausedUntil > new Date() ? pausedUntil : null),

  async deliveries({ id }, args, { loaders }, info) {
    const page = parsePage(args, deliveriesCursor)
    const rows = await loaders.deliveriesOfWebhook.load({
      webhookId: id,
      filter: filterOf(args),
      page,
      log: logPartIn(info),
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

  lastAttempt: ({ attempts }) => attempts.at(-1) ?? null,
}
