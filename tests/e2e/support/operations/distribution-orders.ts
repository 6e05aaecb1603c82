import {
  BAD_USER_INPUT,
  FORBIDDEN,
  NOTHING,
  NOT_FOUND,
  NO_NODES,
  withForeignIds,
} from './operation.ts'
import type { Operation } from './operation.ts'

const distributionQueries = {
  projectManagementDistributionOrder: withForeignIds(
    'its distribution order',
    ({ distributionOrderId }) => ({ id: distributionOrderId }),
    NOTHING,
  ),
  projectManagementDistributionOrders: {
    variables: ({ orgId, list }) => ({ orgId, productionListId: String(list.id) }),
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN },
      {
        what: 'its list',
        variables: ({ orgId }, { list }) => ({ orgId, productionListId: String(list.id) }),
        expected: NO_NODES,
      },
      {
        what: 'its vendor',
        variables: ({ orgId }, { connectedVendorId }) => ({ orgId, vendorId: connectedVendorId }),
        expected: NO_NODES,
      },
    ],
  },
} satisfies Record<string, Operation>

const distributionMutations = {
  projectManagementDistributionOrderCreate: {
    variables: ({ list, connectedVendorId, marker }) => ({
      productionListId: String(list.id),
      vendorId: connectedVendorId,
      listItemIds: list.itemIds.map(String),
      purchaseOrderNumber: `${marker}-PO`,
    }),
    intrusions: [
      {
        what: 'its list',
        variables: ({ connectedVendorId }, { list }) => ({
          productionListId: String(list.id),
          vendorId: connectedVendorId,
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its vendor for a list of ours',
        variables: ({ list }, { connectedVendorId }) => ({
          productionListId: String(list.id),
          vendorId: connectedVendorId,
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its item in a list of ours',
        variables: (own, { list }) => ({
          productionListId: String(own.list.id),
          vendorId: own.connectedVendorId,
          listItemIds: [String(list.itemIds[0])],
        }),
        expected: BAD_USER_INPUT,
      },
    ],
  },
  projectManagementDistributionOrderCancel: withForeignIds(
    'its distribution order',
    ({ distributionOrderId }) => ({ id: distributionOrderId }),
    NOT_FOUND,
  ),
} satisfies Record<string, Operation>

/** Operations on orders that go to a supplier's order system. */
export const distributionOperations: Readonly<Record<string, Operation>> = {
  ...distributionQueries,
  ...distributionMutations,
}
