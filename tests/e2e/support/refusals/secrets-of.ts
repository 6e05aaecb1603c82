import type { Scene } from '../scene.ts'

/** Texts of which only the organization knows each, such as random ids and a part of each of its names. */
export function secretsOf(scene: Scene): string[] {
  const { marker, document, distributionOrderId, webhook, newWebhook, silentWebhook } = scene
  const { order } = document
  const orderIds = [order.id, ...order.orderListItems.map(({ id }) => id), distributionOrderId]
  const unverified = [newWebhook, silentWebhook].flatMap(({ secret, code }) => [secret, code])
  return [
    marker,
    scene.measurementFileId,
    webhook.secret,
    ...unverified,
    document.id,
    ...orderIds,
    scene.deliveryId,
  ]
}
