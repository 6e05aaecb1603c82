import type { Scene } from './scene.ts'
import type { Subgraph } from './whole-operation.ts'

/** An entity that a subgraph resolves from a representation. */
export interface Entity {
  readonly type: string
  readonly selection: string
  /** Its key, and the other members that it is resolved from. */
  readonly key: (scene: Scene) => object
  /** The result for an id of another organization. */
  readonly nothing: () => unknown
  /** The result for a malformed id, where it is another. */
  readonly empty?: () => unknown
  /** Owned by another subgraph; this one knows only its key. */
  readonly isKeyOnly?: boolean
}

const LIST = 'id name salesOpportunity { orgId job { id name } } listItems { id name }'

/** The entities of each subgraph. */
export const entities: Readonly<Record<Subgraph, readonly Entity[]>> = {
  'production-lists': [
    {
      type: 'ProductionList',
      selection: LIST,
      key: ({ list }) => ({ id: list.id }),
      nothing: () => null,
    },
    {
      type: 'Job',
      selection: 'id name orgId externalIdentifier measurements { measurements }',
      key: ({ jobId }) => ({ id: jobId }),
      nothing: () => null,
    },
    {
      type: 'ListItem',
      selection: 'id name notes vendor { id }',
      key: ({ list }) => ({ id: list.itemIds[0] }),
      nothing: () => null,
    },
    {
      type: 'OrderDocument',
      selection: `productionList { ${LIST} }`,
      key: ({ document, list, orgId }) => ({ id: document.id, productionListId: list.id, orgId }),
      nothing: () => ({ productionList: null }),
    },
    {
      type: 'Vendor',
      selection: '__typename',
      key: ({ vendorId }) => ({ id: vendorId }),
      nothing: () => ({ __typename: 'Vendor' }),
      isKeyOnly: true,
    },
  ],
  'order-documents': [
    {
      type: 'Job',
      selection: 'orders { id purchaseOrderNumber vendor { vendorName } }',
      key: ({ jobId, orgId }) => ({ id: jobId, orgId }),
      nothing: () => ({ orders: null }),
      empty: () => ({ orders: [] }),
    },
    {
      type: 'ProductionList',
      selection: 'orders { id purchaseOrderNumber vendor { vendorName } }',
      key: ({ list, orgId }) => ({ id: list.id, salesOpportunity: { orgId } }),
      nothing: () => ({ orders: null }),
      empty: () => ({ orders: [] }),
    },
    {
      type: 'Order',
      selection: 'id purchaseOrderNumber vendor { vendorName } orderDocuments { id }',
      key: ({ document }) => ({ id: document.order.id }),
      nothing: () => null,
    },
    {
      type: 'OrderDocument',
      selection: 'id pdf { url redirectUrl filename } order { id }',
      key: ({ document }) => ({ id: document.id }),
      nothing: () => null,
    },
    {
      type: 'DistributionOrder',
      selection: 'id state confirmationNumber order { id } vendor { vendorName }',
      key: ({ distributionOrderId }) => ({ id: distributionOrderId }),
      nothing: () => null,
    },
    {
      type: 'OrderListItem',
      selection: 'id name quantity listItem { id }',
      key: ({ document }) => ({ id: document.order.orderListItems[0]?.id }),
      nothing: () => null,
    },
    {
      type: 'Vendor',
      selection:
        'id vendorName phone email addressLines accountNumber archivedAt connection { accountNumber }',
      key: ({ vendorId }) => ({ id: vendorId }),
      nothing: () => null,
    },
    {
      type: 'ListItem',
      selection: '__typename',
      key: ({ list }) => ({ id: list.itemIds[0] }),
      nothing: () => ({ __typename: 'ListItem' }),
      isKeyOnly: true,
    },
  ],
  webhooks: [
    {
      type: 'Webhook',
      selection: 'id url description deliveries { nodes { id payload } }',
      key: ({ webhook }) => ({ id: webhook.id }),
      nothing: () => null,
    },
  ],
}
