import { requireOrganization } from '@takeoff/kit/security/access'
import { isVisible } from '@takeoff/kit/security/sensitive-fields'
import { fieldNamesIn } from '@takeoff/kit/graphql/field-names'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import type DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import { packagesOfItem, productOfItem } from '../db/lists/list-item-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { withItems } from '../db/lists/whole-lists.ts'
import type { Loaders } from '../db/loaders.ts'
import { quantityIn } from '../domain/lists/quantity-in.ts'
import type {
  ListItemResolvers,
  OrderDocumentResolvers,
  ProductionListPayloadResolvers,
  ProductionListPreviewItemResolvers,
  ProductionListResolvers,
  SalesOpportunityResolvers,
} from './generated.ts'
import { selects } from './selects.ts'

export const ProductionList: ProductionListResolvers = {
  __resolveReference: ({ id }, { loaders }, info) => loadInteger(listLoader(loaders, info), id),
  salesOpportunity: (list) => list,
  listItems: ({ id, items }, _args, { loaders }, info) =>
    items ?? loaders.itemsOfList(fieldNamesIn(info)).load(id),
  missingMaterials: ({ id }, _args, { loaders }) => loaders.missingMaterials.load(id),
  async priceWarnings(list, _args, { caller, loaders }) {
    const warnings = await loaders.priceWarnings.load(list.id)
    if (isVisible(caller, list, 'ListItem.unitCost')) return warnings
    // Whether a cost of the caller's choice differs would show the price in the book.
    return warnings.filter(({ unitCostSource }) => unitCostSource !== 'manual')
  },
}

/** The parent value of the payload is the list, because a mutation returns nothing else. */
export const ProductionListPayload: ProductionListPayloadResolvers = {
  async productionList(list, _args, { caller, database }, info) {
    if (!selects(info, 'listItems')) return list
    const selection = { orgIds: caller.orgIds, fields: fieldNamesIn(info) }
    return (await withItems(database, [list], selection))[0]
  },
}

/** The parent is the list's row, which contains the columns of its sales opportunity and job. */
export const SalesOpportunity: SalesOpportunityResolvers = {
  id: ({ salesOpportunityId }) => salesOpportunityId,
  job: ({ jobId, jobName }) => ({ id: jobId, name: jobName }),
}

export const ListItem: ListItemResolvers = {
  __resolveReference: ({ id }, { loaders }, info) =>
    loadInteger(loaders.listItem(fieldNamesIn(info)), id),
  explanation: ({ id }, _args, { loaders }) => loaders.explanation.load(id),
  product: (item) => productOfItem(item),
  quantityIn: (item, { unit }) => quantityIn(unit, item, packagesOfItem(item)),
  vendor: vendorOf,
}

export const ProductionListPreviewItem: ProductionListPreviewItemResolvers = { vendor: vendorOf }

/** Another service owns the document: only its list's id is used, and the list is read with the caller's rights. */
export const OrderDocument: OrderDocumentResolvers = {
  productionList({ productionListId, orgId }, _args, { caller, loaders }, info) {
    // Where the scope holds in other organizations only, the list would look deleted. A gateway with an earlier supergraph
    // does not send the organization.
    if (orgId !== undefined) requireOrganization(caller, orgId)
    return loadInteger(listLoader(loaders, info), productionListId)
  },
}

function vendorOf({ vendorId }: { readonly vendorId: number | null }) {
  return vendorId === null ? null : { id: vendorId }
}

/** Reads the list with its items when they are requested. */
export function listLoader(
  loaders: Loaders,
  info: GraphQLResolveInfo,
): DataLoader<number, ProductionListRow | null> {
  return selects(info, 'listItems') ? loaders.wholeList(fieldNamesIn(info)) : loaders.list
}

/** Representations are untrusted input: a key that is no integer id identifies no entity. */
export async function loadInteger<Row>(
  loader: DataLoader<number, Row | null>,
  key: number,
): Promise<Row | null> {
  const id = parseIntegerId(key)
  return id === undefined ? null : loader.load(id)
}
