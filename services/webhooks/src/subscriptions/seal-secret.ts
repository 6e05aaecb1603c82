import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { sealedPlace } from '../db/webhook.ts'
import type { Webhook } from '../db/webhook.ts'

type Owner = Pick<Webhook, 'id' | 'orgId'>

/** Encrypts a signing secret for the row of its webhook. */
export function sealSecret(secretBox: SecretBox, webhook: Owner, secret: string): string {
  return secretBox.seal(secret, placeOfSecret(webhook))
}

/** What the signing secrets of a webhook are bound to. */
export function placeOfSecret({ id: webhookId, orgId }: Owner): string {
  return sealedPlace('webhook_secret.sealed', { webhookId, orgId })
}
