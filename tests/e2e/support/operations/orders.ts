import { BAD_USER_INPUT, FORBIDDEN, NONE, NOTHING, NOT_FOUND, NO_NODES } from './operation.ts'
import type { Operation, Variables } from './operation.ts'

const orderQueries = {
  projectManagementOrderDocuments: {
    variables: ({ list, document }) => ({
      productionListId: String(list.id),
      orderDocumentIds: [document.id],
    }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ productionListId: String(list.id) }),
        expected: NONE,
      },
      {
        what: 'its document',
        variables: (_own, { document }) => ({ orderDocumentIds: [document.id] }),
        expected: NONE,
      },
      {
        what: 'its document in a list of ours',
        variables: ({ list }, { document }) => ({
          productionListId: String(list.id),
          orderDocumentIds: [document.id],
        }),
        expected: NONE,
      },
      {
        what: 'a document of ours in its list',
        variables: ({ document }, { list }) => ({
          productionListId: String(list.id),
          orderDocumentIds: [document.id],
        }),
        expected: NONE,
      },
      {
        what: 'its document beside one of ours',
        variables: (own, victim) => ({ orderDocumentIds: [victim.document.id, own.document.id] }),
        expected: ({ document }) => [{ id: document.id }],
      },
    ],
  },
  projectManagementOrder: {
    variables: ({ document }) => ({ id: document.order.id }),
    intrusions: [
      {
        what: 'its order',
        variables: (_own, { document }) => ({ id: document.order.id }),
        expected: NOTHING,
      },
      {
        what: 'its document',
        variables: (_own, { document }) => ({ id: document.id }),
        expected: NOTHING,
      },
    ],
  },
  projectManagementOrders: {
    variables: ({ orgId, list }) => ({ orgId, productionListId: String(list.id) }),
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN },
      {
        what: 'its list',
        variables: ({ orgId }, { list }) => ({ orgId, productionListId: String(list.id) }),
        expected: NO_NODES,
      },
      {
        what: 'its job',
        variables: ({ orgId }, { jobId }) => ({ orgId, jobId }),
        expected: NO_NODES,
      },
      {
        what: 'its vendor',
        variables: ({ orgId }, { vendorId }) => ({ orgId, vendorId }),
        expected: NO_NODES,
      },
      {
        what: 'words of its orders',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker }),
        expected: NO_NODES,
      },
    ],
  },
} satisfies Record<string, Operation>

const orderMutations = {
  projectManagementOrderDocumentCreate: {
    variables: ({ list, vendorId, marker }) => ({
      orderDocumentAttributes: { productionListId: String(list.id), vendorId },
      purchaseOrderNumber: `${marker}-PO`,
    }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({
          orderDocumentAttributes: { productionListId: String(list.id) },
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its list, item and vendor',
        variables: (_own, { list, vendorId }) => ({
          orderDocumentAttributes: { productionListId: String(list.id), vendorId },
          listItemIds: [String(list.itemIds[0])],
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its item in a list of ours',
        variables: (own, { list }) => ({
          orderDocumentAttributes: { productionListId: String(own.list.id) },
          listItemIds: [String(list.itemIds[0])],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'its vendor for a list of ours',
        variables: ({ list }, { vendorId }) => ({
          orderDocumentAttributes: { productionListId: String(list.id), vendorId },
        }),
        expected: NOT_FOUND,
      },
    ],
  },
  projectManagementOrderDocumentsCreateByVendor: {
    variables: ({ list, vendorId, marker }) => ({
      productionListId: String(list.id),
      listItemIds: list.itemIds.map(String),
      vendorId,
      purchaseOrderNumber: `${marker}-SPLIT`,
    }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ productionListId: String(list.id) }),
        expected: NOT_FOUND,
      },
      {
        what: 'its item in a list of ours',
        variables: (own, { list }) => ({
          productionListId: String(own.list.id),
          listItemIds: [String(list.itemIds[0])],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'its vendor',
        variables: ({ list }, { vendorId }) => ({ productionListId: String(list.id), vendorId }),
        // As for a vendor of ours without an item in the list.
        expected: { code: 'NOTHING_TO_ORDER' },
      },
    ],
  },
  projectManagementOrderDocumentRender: {
    variables: ({ document }) => ({
      orderId: document.order.id,
      document: { inputHtml: 'office' },
    }),
    intrusions: [
      {
        what: 'its order',
        variables: (_own, { document }) => ({ orderId: document.order.id }),
        expected: NOT_FOUND,
      },
    ],
  },
} satisfies Record<string, Operation>

const followUps = {
  projectManagementOrderChange: {
    variables: ({ document, list }) => ({
      id: document.order.id,
      additions: [{ listItemId: list.itemIds[0], quantity: 1 }],
      credits: document.order.orderListItems.map(({ id }) => ({
        orderListItemId: id,
        quantity: 1,
      })),
    }),
    intrusions: [
      {
        what: 'its order',
        variables: (_own, { document, list }) => ({
          id: document.order.id,
          additions: [{ listItemId: list.itemIds[0], quantity: 1 }],
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its order and an item of ours',
        variables: ({ list }, { document }) => ({
          id: document.order.id,
          additions: [{ listItemId: list.itemIds[0], quantity: 1 }],
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its item in addition to an order of ours',
        variables: ({ document }, { list }) => ({
          id: document.order.id,
          additions: [{ listItemId: list.itemIds[0], quantity: 1 }],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'a line of its order against one of ours',
        variables: (own, { document }) => ({
          id: own.document.order.id,
          credits: [{ orderListItemId: document.order.orderListItems[0]?.id, quantity: 1 }],
        }),
        expected: BAD_USER_INPUT,
      },
    ],
  },
  projectManagementOrderCancel: ofOrder({ reason: 'The roof can wait' }),
  // Cancelled items can be ordered again.
  projectManagementOrderReorder: ofOrder({ purchaseOrderNumber: 'PO-2' }),
} satisfies Record<string, Operation>

export const orderOperations = { ...orderQueries, ...orderMutations, ...followUps }

function ofOrder(others: Variables): Operation {
  return {
    variables: ({ document }) => ({ id: document.order.id, ...others }),
    intrusions: [
      {
        what: 'its order',
        variables: (_own, { document }) => ({ id: document.order.id, ...others }),
        expected: NOT_FOUND,
      },
      {
        what: 'its document',
        variables: (_own, { document }) => ({ id: document.id, ...others }),
        expected: NOT_FOUND,
      },
    ],
  }
}
