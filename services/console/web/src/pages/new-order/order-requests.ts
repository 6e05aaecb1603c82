import type {
  OrderDeliveryInput,
  OrdersPlaceMutationVariables,
  OrderSubmitMutationVariables,
} from '../../generated/operations.ts'
import { deliveryInputOf } from './order-draft.ts'
import type { OrderDraft } from './order-draft.ts'
import { documentsOf } from './order-plan.ts'
import type { OrderPlan, PlannedOrder } from './order-plan.ts'

/** One call of the API, with the orders that it places. */
export type OrderRequest =
  | {
      readonly kind: 'place'
      readonly orders: readonly PlannedOrder[]
      readonly variables: OrdersPlaceMutationVariables
    }
  | {
      readonly kind: 'submit'
      readonly orders: readonly PlannedOrder[]
      readonly variables: OrderSubmitMutationVariables
    }

interface Terms {
  readonly purchaseOrderNumber?: string
  readonly externalIdentifier?: string
  readonly delivery?: OrderDeliveryInput
}

/**
 * The calls that place a plan's orders: one for each order that is submitted to a supplier, and one for all documents,
 * which orders all of them or none. What is submitted comes first: the supplier's limits may refuse it, and then nothing
 * is ordered yet.
 */
export function requestsOf(
  listId: number,
  plan: OrderPlan,
  draft: OrderDraft,
): readonly OrderRequest[] {
  const terms = termsOf(draft)
  const documents = documentsOf(plan.orders)
  const submitted = plan.orders.filter(({ way }) => way === 'submit')
  const items = documents.flatMap((order) => order.items)
  const areOrphans = items.some(({ item }) => item.vendor === null)
  const jobName = draft.terms.jobName?.trim()
  const place: OrderRequest = {
    kind: 'place',
    orders: documents,
    variables: {
      productionListId: listId,
      ...(plan.isNamed && { listItemIds: idsOf(items) }),
      ...(areOrphans && draft.vendorId !== '' && { vendorId: Number(draft.vendorId) }),
      ...terms,
      ...documentOf(draft.terms),
    },
  }
  return [
    ...submitted.map((order): OrderRequest => ({
      kind: 'submit',
      orders: [order],
      variables: {
        productionListId: listId,
        vendorId: order.vendorId,
        listItemIds: idsOf(order.items),
        ...terms,
        ...(jobName && { jobName }),
      },
    })),
    ...(documents.length > 0 ? [place] : []),
  ]
}

function termsOf({ terms, delivery }: OrderDraft): Terms {
  const purchaseOrderNumber = terms.purchaseOrderNumber?.trim()
  const externalIdentifier = terms.externalIdentifier?.trim()
  const input = deliveryInputOf(delivery)
  return {
    ...(purchaseOrderNumber && { purchaseOrderNumber }),
    ...(externalIdentifier && { externalIdentifier }),
    ...(input && { delivery: input }),
  }
}

/** What is not chosen is as the organization's brand says. */
function documentOf({ language, paper, mode, csvPreset }: OrderDraft['terms']) {
  const document = {
    ...(language && { language }),
    ...(paper && { paper }),
    ...(mode && { inputHtml: mode }),
    ...(csvPreset && { csvPreset }),
  }
  return Object.keys(document).length > 0 ? { document } : {}
}

const idsOf = (items: PlannedOrder['items']): readonly string[] =>
  items.map(({ item }) => String(item.id))
