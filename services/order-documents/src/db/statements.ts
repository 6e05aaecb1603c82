import { createInsertRows } from '@takeoff/kit/postgres/records'
import { statementsOf } from '@takeoff/kit/postgres/statement'
import type { Table } from '@takeoff/kit/postgres/tables'
import type { OrganizationProfileSchema } from './brand/organization-profile.ts'
import type { DistributionOrderSchema } from './distribution/distribution-order.ts'
import type {
  FileUploadSchema,
  OrderDocumentFileSchema,
  OrderDocumentSchema,
} from './documents/order-document.ts'
import type { OrderListItemSchema, OrderSchema } from './orders/order.ts'
import type { VendorConnectionSchema } from './vendors/vendor-connection.ts'
import type { VendorSchema } from './vendors/vendor.ts'

/** The tables and views of the service, as statements name them. */
export interface Tables {
  readonly distributionOrder: Table<typeof DistributionOrderSchema>
  readonly fileUpload: Table<typeof FileUploadSchema>
  readonly order: Table<typeof OrderSchema>
  readonly orderDocument: Table<typeof OrderDocumentSchema>
  readonly orderDocumentFile: Table<typeof OrderDocumentFileSchema>
  readonly orderSearch: Pick<
    Table<typeof OrderSchema>,
    | 'id'
    | 'orgId'
    | 'jobId'
    | 'productionListId'
    | 'vendorId'
    | 'state'
    | 'purchaseOrderNumber'
    | 'externalIdentifier'
    | 'createdAt'
    | 'updatedAt'
  >
  readonly orderListItem: Table<typeof OrderListItemSchema>
  readonly organizationProfile: Table<typeof OrganizationProfileSchema>
  readonly vendor: Table<typeof VendorSchema>
  readonly vendorConnection: Table<typeof VendorConnectionSchema>
  readonly vendorSearch: Pick<
    Table<typeof VendorSchema>,
    'id' | 'orgId' | 'vendorName' | 'contactName' | 'accountNumber'
  >
}

export const statements = statementsOf<Tables>('order-documents')
export const { statement, plainStatement, statementFor } = statements
export const insertRows = createInsertRows<Tables>()
