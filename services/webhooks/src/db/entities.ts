import { Erasure } from '@takeoff/kit/postgres/erasure'
import { FrozenOrganization } from '@takeoff/kit/postgres/frozen-organization'
import { IdempotencyKey } from '@takeoff/kit/postgres/idempotency'
import { OutboxMessage } from '@takeoff/kit/events/outbox'
import { AuditChain, AuditRecord } from './audit.ts'
import { Delivery, FinishedDelivery, Worker } from './delivery.ts'
import { DomainEvent, PoisonMessage } from './domain-event.ts'
import { VerificationFailure, Webhook, WebhookCall, WebhookSecret } from './webhook.ts'

export const entities = [
  OutboxMessage,
  IdempotencyKey,
  AuditRecord,
  AuditChain,
  Erasure,
  FrozenOrganization,
  Webhook,
  WebhookSecret,
  WebhookCall,
  VerificationFailure,
  DomainEvent,
  PoisonMessage,
  Delivery,
  FinishedDelivery,
  Worker,
]
