import { IdempotencyKey } from '@takeoff/kit/idempotency'
import { OutboxMessage } from '@takeoff/kit/outbox'
import { Order, OrderListItem } from './order.ts'
import { OrderDocument, OrderDocumentFile } from './order-document.ts'
import { OrganizationProfile } from './organization-profile.ts'
import { Vendor } from './vendor.ts'

export const entities = [
  OutboxMessage,
  IdempotencyKey,
  Vendor,
  OrganizationProfile,
  Order,
  OrderListItem,
  OrderDocument,
  OrderDocumentFile,
]
