import { createInsertRows } from '@takeoff/kit/postgres/records'
import { statementsOf } from '@takeoff/kit/postgres/statement'
import type { Table } from '@takeoff/kit/postgres/tables'
import type { AuditChainSchema, AuditRecordSchema } from './audit.ts'
import type { DeliverySchema, FinishedDeliverySchema, WorkerSchema } from './delivery.ts'
import type { DomainEventSchema, PoisonMessageSchema } from './domain-event.ts'
import type {
  VerificationFailureSchema,
  WebhookCallSchema,
  WebhookSchema,
  WebhookSecretSchema,
} from './webhook.ts'

/** The tables of the service, as statements name them. */
export interface Tables {
  readonly auditChain: Table<typeof AuditChainSchema>
  readonly auditRecord: Table<typeof AuditRecordSchema>
  readonly delivery: Table<typeof DeliverySchema>
  readonly domainEvent: Table<typeof DomainEventSchema>
  readonly finishedDelivery: Table<typeof FinishedDeliverySchema>
  readonly poisonMessage: Table<typeof PoisonMessageSchema>
  readonly verificationFailure: Table<typeof VerificationFailureSchema>
  readonly webhook: Table<typeof WebhookSchema>
  readonly webhookCall: Table<typeof WebhookCallSchema>
  readonly webhookSecret: Table<typeof WebhookSecretSchema>
  readonly worker: Table<typeof WorkerSchema>
}

export const statements = statementsOf<Tables>('webhooks')
export const { statement, plainStatement, statementFor } = statements
export const insertRows = createInsertRows<Tables>()
