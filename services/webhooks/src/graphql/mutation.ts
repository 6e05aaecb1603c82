import { createWebhook } from '../subscriptions/create-webhook.ts'
import { deleteWebhook } from '../subscriptions/delete-webhook.ts'
import { disableWebhook, enableWebhook } from '../subscriptions/enable-webhook.ts'
import { replayDeliveries } from '../subscriptions/replay-deliveries.ts'
import { resendVerification } from '../subscriptions/resend-verification.ts'
import { retryDelivery } from '../subscriptions/retry-delivery.ts'
import { rotateSecret } from '../subscriptions/rotate-secret.ts'
import { testWebhook } from '../subscriptions/test-webhook.ts'
import { updateWebhook } from '../subscriptions/update-webhook.ts'
import { verifyWebhook } from '../subscriptions/verify-webhook.ts'
import type { MutationResolvers } from './generated.ts'

export const Mutation: MutationResolvers = {
  webhookCreate: (_parent, input, context) => createWebhook(context, input),
  webhookVerify: (_parent, { code }, context) => verifyWebhook(context, code),
  webhookVerificationResend: (_parent, { id }, context) => resendVerification(context, id),
  webhookUpdate: (_parent, change, context) => updateWebhook(context, change),
  webhookDelete: (_parent, { id }, context) => deleteWebhook(context, id),
  webhookEnable: (_parent, { id }, context) => enableWebhook(context, id),
  webhookDisable: (_parent, { id }, context) => disableWebhook(context, id),
  webhookSecretRotate: (_parent, { id, overlapHours }, context) =>
    rotateSecret(context, { id, overlapHours: overlapHours ?? 24 }),
  webhookTest: (_parent, { id, event }, context) => testWebhook(context, id, event),
  webhookDeliveryRetry: (_parent, { id }, context) => retryDelivery(context, id),
  webhookReplay: (_parent, { id, since, until, onlyFailed }, context) =>
    replayDeliveries(context, {
      webhookId: id,
      since,
      until: until ?? undefined,
      onlyFailed: onlyFailed ?? true,
    }),
}
