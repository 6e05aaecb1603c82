import type { Context } from '../context.ts'
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
import { requireManage } from './require-manage.ts'

export const Mutation: MutationResolvers = {
  webhookCreate: (_parent, input, context) =>
    managing(context, () => createWebhook(context, input)),
  webhookVerify: (_parent, { code }, context) =>
    managing(context, () => verifyWebhook(context, code)),
  webhookVerificationResend: (_parent, { id }, context) =>
    managing(context, () => resendVerification(context, id)),
  webhookUpdate: (_parent, change, context) =>
    managing(context, () => updateWebhook(context, change)),
  webhookDelete: (_parent, { id }, context) => managing(context, () => deleteWebhook(context, id)),
  webhookEnable: (_parent, { id }, context) => managing(context, () => enableWebhook(context, id)),
  webhookDisable: (_parent, { id }, context) =>
    managing(context, () => disableWebhook(context, id)),
  webhookSecretRotate: (_parent, { id, overlapHours }, context) =>
    managing(context, () => rotateSecret(context, { id, overlapHours: overlapHours ?? 24 })),
  webhookTest: (_parent, { id, event }, context) =>
    managing(context, () => testWebhook(context, id, event)),
  webhookDeliveryRetry: (_parent, { id }, context) =>
    managing(context, () => retryDelivery(context, id)),
  webhookReplay: (_parent, { id, since, until, onlyFailed }, context) =>
    managing(context, () =>
      replayDeliveries(context, {
        webhookId: id,
        since,
        until: until ?? undefined,
        onlyFailed: onlyFailed ?? true,
      }),
    ),
}

async function managing<T>(context: Context, work: () => Promise<T>): Promise<T> {
  requireManage(context)
  return work()
}
