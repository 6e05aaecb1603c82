import type { Optional } from '@takeoff/kit/values/optional'
import type { DocumentOptionsInput } from '../documents/document-options.ts'
import type { Addition, Credit } from './change-order.ts'
import type { DeliveryInput } from './read-delivery.ts'

/** The options of every call that places orders. */
export interface OrderTermsRequest {
  readonly purchaseOrderNumber?: Optional<string>
  readonly externalIdentifier?: Optional<string>
  readonly delivery?: Optional<DeliveryInput>
}

export interface CreateOrderDocumentRequest extends OrderTermsRequest {
  readonly orderDocumentAttributes: DocumentOptionsInput & {
    readonly productionListId: string
    readonly vendorId?: Optional<number>
  }
  readonly listItemIds?: Optional<readonly string[]>
}

export interface CreateOrdersByVendorRequest extends OrderTermsRequest {
  readonly productionListId: string
  readonly listItemIds?: Optional<readonly string[]>
  /** The vendor of items that have none. */
  readonly vendorId?: Optional<number>
  readonly document?: Optional<DocumentOptionsInput>
}

export interface ReorderRequest extends OrderTermsRequest {
  readonly id: string
  readonly document?: Optional<DocumentOptionsInput>
}

export interface ChangeOrderRequest extends ReorderRequest {
  readonly additions?: Optional<readonly Addition[]>
  readonly credits?: Optional<readonly Credit[]>
}

export interface CancelOrderRequest {
  readonly id: string
  readonly reason?: Optional<string>
}

export interface RenderDocumentRequest {
  readonly orderId: string
  readonly document?: Optional<DocumentOptionsInput>
}

export interface CreateDistributionOrderRequest extends OrderTermsRequest {
  readonly productionListId: string
  readonly vendorId: number
  readonly listItemIds?: Optional<readonly string[]>
  readonly jobName?: Optional<string>
}

export interface FindDocumentsRequest {
  readonly productionListId?: Optional<string>
  readonly orderDocumentIds?: Optional<readonly string[]>
}

/** Requests a page of the orders that match all given filters. */
export interface FindOrdersRequest {
  readonly orgId: number
  readonly productionListId?: Optional<string>
  readonly vendorId?: Optional<number>
  readonly state?: Optional<string>
  readonly updatedSince?: Optional<Date>
  readonly first?: Optional<number>
  readonly after?: Optional<string>
}

/** Requests a page of distribution orders. */
export interface FindDistributionOrdersRequest extends FindOrdersRequest {
  readonly needsAttention?: Optional<boolean>
}
