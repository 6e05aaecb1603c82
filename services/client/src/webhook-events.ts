/** What every payload has. */
interface Payload<Event extends string> {
  readonly event: Event
  /** The subscription. */
  readonly webhook_id: number
}

interface ListPayload<Event extends string> extends Payload<Event> {
  readonly project_management_production_list_id: number
  readonly sales_opportunity_id: number
  readonly job_id: number
}

/** A list was created. */
export type ProductionListCreatedEvent = ListPayload<'project-management-production-list-created'>

/** A list was changed. */
export type ProductionListUpdatedEvent = ListPayload<'project-management-production-list-updated'>

/** A document of an order is complete. */
export interface OrderDocumentStateChangedEvent extends Payload<'project-management-order-document-state-changed'> {
  readonly project_management_order_document_id: string
  readonly state: 'complete'
  readonly project_management_production_list_id: number
  readonly job_id: number
}

/** An order was cancelled, replaced or changed. */
export interface OrderStateChangedEvent extends Payload<'project-management-order-state-changed'> {
  readonly project_management_order_id: string
  /** Known values: placed, cancelled, replaced; others may follow. */
  readonly state: string
  readonly project_management_production_list_id: number
  readonly job_id: number
}

/** An order in a supplier's order system was made or changed its state. */
export interface DistributionOrderStateChangedEvent extends Payload<'distribution-order-state-changed'> {
  readonly distribution_order_id: string
  /** Known values: draft, submitted, acknowledged, delivered, failed, cancelled; others may follow. */
  readonly state: string
  readonly project_management_production_list_id: number
  readonly job_id: number
}

/** The handshake of a subscription: give its code to `webhookVerify`. */
export interface VerificationEvent extends Payload<'webhook-verification-code'> {
  readonly code: string
}

/** Every event, told apart by `event`. Later versions of the server may send others: ignore those. */
export type WebhookEvent =
  | ProductionListCreatedEvent
  | ProductionListUpdatedEvent
  | OrderDocumentStateChangedEvent
  | OrderStateChangedEvent
  | DistributionOrderStateChangedEvent
  | VerificationEvent
