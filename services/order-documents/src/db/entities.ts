import { Erasure } from '@takeoff/kit/postgres/erasure'
import { FrozenOrganization } from '@takeoff/kit/postgres/frozen-organization'
import { IdempotencyKey } from '@takeoff/kit/postgres/idempotency'
import { OutboxMessage } from '@takeoff/kit/events/outbox'
import { DistributionOrder } from './distribution/distribution-order.ts'
import { Order, OrderListItem } from './orders/order.ts'
import { FileUpload, OrderDocument, OrderDocumentFile } from './documents/order-document.ts'
import { OrganizationProfile } from './brand/organization-profile.ts'
import { VendorConnection } from './vendors/vendor-connection.ts'
import { Vendor } from './vendors/vendor.ts'

export const entities = [
  OutboxMessage,
  IdempotencyKey,
  Erasure,
  FrozenOrganization,
  Vendor,
  VendorConnection,
  OrganizationProfile,
  Order,
  OrderListItem,
  OrderDocument,
  OrderDocumentFile,
  FileUpload,
  DistributionOrder,
]
