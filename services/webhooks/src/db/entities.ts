import { IdempotencyKey } from '@takeoff/kit/idempotency'
import { OutboxMessage } from '@takeoff/kit/outbox'
import { Attempt, Delivery } from './delivery.ts'
import { DomainEvent, Inbox, PoisonMessage } from './domain-event.ts'
import { VerificationFailure, Webhook, WebhookSecret } from './webhook.ts'

export const entities = [
  OutboxMessage,
  IdempotencyKey,
  Webhook,
  WebhookSecret,
  VerificationFailure,
  DomainEvent,
  Inbox,
  PoisonMessage,
  Delivery,
  Attempt,
]
