import { requireOrganization } from '@takeoff/kit/security/access'
import { fieldNamesIn } from '@takeoff/kit/graphql/field-names'
import { isUuid, parseIntegerId } from '@takeoff/kit/values/ids'
import type DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import { readOrderCoverage } from '../orders/read-order-coverage.ts'
import { readJobState } from '../orders/read-job-state.ts'
import type {
  FileResolvers,
  JobResolvers,
  OrderCoverageResolvers,
  OrderDocumentResolvers,
  OrderListItemResolvers,
  OrderResolvers,
  ProductionListResolvers,
  VendorResolvers,
} from './generated.ts'

export const ProductionList: ProductionListResolvers = {
  // The list belongs to another service. Without a resolver, its reference is the list.
  orders({ id, salesOpportunity }, _args, { caller, loaders }, info) {
    requireOwnOrganization(caller, salesOpportunity?.orgId)
    const listId = parseIntegerId(id)
    return listId === undefined ? [] : loaders.ordersOfList(fieldNamesIn(info)).load(listId)
  },
  orderCoverage(list, _args, context) {
    requireOwnOrganization(context.caller, list.salesOpportunity?.orgId)
    return readOrderCoverage(context, list)
  },
}

export const OrderCoverage: OrderCoverageResolvers = {
  listItem: ({ listItemId, isLive }) => (isLive ? { id: listItemId } : null),
  quantityUnits: ({ quantityUnits }) => quantityUnits ?? null,
  quantity: ({ quantity }) => quantity.toNumber(),
  ordered: ({ ordered }) => ordered.toNumber(),
  overOrdered: ({ overOrdered }) => overOrdered.toNumber(),
  left: ({ left }) => left.toNumber(),
}

export const Job: JobResolvers = {
  // The job belongs to another service, as the list does.
  orders({ id, orgId }, _args, { caller, loaders }) {
    requireOwnOrganization(caller, orgId)
    const jobId = parseIntegerId(id)
    return jobId === undefined ? [] : loaders.ordersOfJob.load(jobId)
  },
  state(job, _args, context) {
    requireOwnOrganization(context.caller, job.orgId)
    return readJobState(context, job)
  },
}

export const Order: OrderResolvers = {
  __resolveReference: ({ id }, { loaders }) => loadUuid(loaders.order, id),
  productionList: ({ productionListId }) => ({ id: productionListId }),
  replaces: ({ replacesOrderId }, _args, { loaders }) => loadMaybe(loaders.order, replacesOrderId),
  changes: ({ changesOrderId }, _args, { loaders }) => loadMaybe(loaders.order, changesOrderId),
  async replacedBy({ id }, _args, { loaders }) {
    const [order] = await loaders.ordersReplacing.load(id)
    return order ?? null
  },
  changeOrders: ({ id }, _args, { loaders }) => loaders.changeOrdersOf.load(id),
  orderDocuments: ({ id }, _args, { loaders }) => loaders.orderDocumentsOfOrder.load(id),
  orderListItems: ({ id }, _args, { loaders }, info) =>
    loaders.orderListItemsOfOrder(fieldNamesIn(info)).load(id),
  async distributionOrder({ id }, _args, { loaders }) {
    const [distributionOrder] = await loaders.distributionOrderOfOrder.load(id)
    return distributionOrder ?? null
  },
}

export const OrderDocument: OrderDocumentResolvers = {
  __resolveReference: ({ id }, { loaders }) => loadUuid(loaders.orderDocument, id),
  stateDeprecated: ({ state }) => state,
}

export const File: FileResolvers = {
  redirectUrl: ({ id }, _args, { links }) => links.redirectUrl(id),
  url: ({ id }, _args, { links }) => links.signedUrl(id),
}

export const OrderListItem: OrderListItemResolvers = {
  __resolveReference: ({ id }, { loaders }, info) =>
    loadUuid(loaders.orderListItem(fieldNamesIn(info)), id),
  listItem: ({ listItemId }) => ({ id: listItemId }),
  credits: ({ creditsId }, _args, { loaders }, info) =>
    loadMaybe(loaders.orderListItem(fieldNamesIn(info)), creditsId),
}

export const Vendor: VendorResolvers = {
  __resolveReference({ id }, { loaders }) {
    const vendorId = parseIntegerId(id)
    return vendorId === undefined ? null : loaders.vendor.load(vendorId)
  },
  connection({ orgId, connection }, _args, { caller }) {
    requireOrganization(caller, orgId)
    return connection
  },
}

/**
 * Where the scopes of a field hold in other organizations only, no orders would look like none. A gateway with an earlier
 * supergraph does not send the organization.
 */
function requireOwnOrganization(caller: Context['caller'], orgId: number | undefined): void {
  if (orgId !== undefined) requireOrganization(caller, orgId)
}

/** A representation is untrusted input: an id that is no UUID names an entity that does not exist. */
async function loadUuid<Row>(
  loader: DataLoader<string, Row | null>,
  id: string,
): Promise<Row | null> {
  return isUuid(id) ? loader.load(id.toLowerCase()) : null
}

async function loadMaybe<Row>(
  loader: DataLoader<string, Row | null>,
  id: string | null,
): Promise<Row | null> {
  return id === null ? null : loader.load(id)
}
