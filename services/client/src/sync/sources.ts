import type { Client, Connection } from '../client.ts'
import {
  DistributionOrderDocument,
  DistributionOrdersDocument,
  JobsDocument,
  OrderDocument,
  OrdersDocument,
  ProductionListByIdDocument,
  ProductionListsWithItemsDocument,
  VendorsDocument,
} from '../generated/operations.ts'
import type { RequestOptions } from '../graphql-request.ts'
import type { TypedDocument } from '../typed-document.ts'
import type { SyncedData, SyncRecord, SyncResource } from './store.ts'

interface Changes {
  readonly orgId: number
  readonly updatedSince: string
}

/** Each synced object has it; pages can begin there. */
interface Changed {
  readonly updatedAt: string
}

/** How a resource is read. */
export interface Source<Data> {
  /** Everything, or what was changed since a time in the order of the changes. */
  pages(client: Client, changes: Changes, options: RequestOptions): AsyncIterable<readonly Data[]>
  versionOf(data: Data): number
}

type Variables = Changes & {
  readonly first: number
  readonly after?: string | null | undefined
  readonly includeArchived?: boolean
}

type Reading<Data> = Partial<Pick<Variables, 'first' | 'includeArchived'>> &
  Partial<Pick<Source<Data>, 'versionOf'>>

const PAGE = 50
const LARGE_PAGE = 200
const byTime = ({ updatedAt }: Changed): number => Date.parse(updatedAt)

function source<Result, Data extends Changed>(
  document: TypedDocument<Result, Variables>,
  select: (result: Result) => Connection<Data> | null,
  { first = PAGE, versionOf = byTime, ...more }: Reading<Data> = {},
): Source<Data> {
  return {
    pages: (client, changes, options) =>
      client.pages(document, { ...changes, first, ...more }, select, options),
    versionOf,
  }
}

export const sources: { readonly [R in SyncResource]: Source<SyncedData[R]> } = {
  lists: source(ProductionListsWithItemsDocument, (data) => data.projectManagementProductionLists, {
    versionOf: ({ version }) => version,
  }),
  orders: source(OrdersDocument, (data) => data.projectManagementOrders),
  distributionOrders: source(
    DistributionOrdersDocument,
    (data) => data.projectManagementDistributionOrders,
  ),
  jobs: source(JobsDocument, (data) => data.jobs, { first: LARGE_PAGE }),
  vendors: source(VendorsDocument, (data) => data.vendors, {
    first: LARGE_PAGE,
    includeArchived: true,
  }),
}

/** The things that can be read by their id, as they are now; null for one that is not there. */
export const readers = {
  lists: async (client: Client, id: number) =>
    (await client.request(ProductionListByIdDocument, { id })).data
      .projectManagementProductionListById,
  orders: async (client: Client, id: string) =>
    (await client.request(OrderDocument, { id })).data.projectManagementOrder,
  distributionOrders: async (client: Client, id: string) =>
    (await client.request(DistributionOrderDocument, { id })).data
      .projectManagementDistributionOrder,
}

/** The organization of an object that a webhook names: a token may be of several. */
export function organizationOf(data: SyncedData[keyof typeof readers]): number {
  return 'salesOpportunity' in data ? data.salesOpportunity.orgId : data.orgId
}

/** Makes the stored record of an object that the API returned. */
export function recordOf<Resource extends SyncResource>(
  resource: Resource,
  data: SyncedData[Resource],
): SyncRecord<Resource> {
  return { id: String(data.id), version: sources[resource].versionOf(data), data }
}
