import type { Client } from '../client.ts'
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
import type { SyncedData, SyncRecord, SyncResource } from './store.ts'

type Pages<Data> = AsyncIterable<readonly Data[]>

interface Changes {
  readonly orgId: number
  readonly updatedSince: string
}

/** How a resource is read. */
export interface Source<Data> {
  /** Everything, or what was changed since a time in the order of the changes. */
  pages(client: Client, variables: Changes, options: RequestOptions): Pages<Data>
  versionOf(data: Data): number
  /** When it was changed: pages can begin there. */
  changedAt(data: Data): string
}

const byTime = ({ updatedAt }: { readonly updatedAt: string }): number => Date.parse(updatedAt)
const changedAt = ({ updatedAt }: { readonly updatedAt: string }): string => updatedAt
const PAGE = 50
const LARGE_PAGE = 200

export const sources: { readonly [R in SyncResource]: Source<SyncedData[R]> } = {
  lists: {
    pages: (client, changes, options) =>
      client.pages(
        ProductionListsWithItemsDocument,
        { ...changes, first: PAGE },
        (data) => data.projectManagementProductionLists,
        options,
      ),
    versionOf: ({ version }) => version,
    changedAt,
  },
  orders: {
    pages: (client, changes, options) =>
      client.pages(
        OrdersDocument,
        { ...changes, first: PAGE },
        (data) => data.projectManagementOrders,
        options,
      ),
    versionOf: byTime,
    changedAt,
  },
  distributionOrders: {
    pages: (client, changes, options) =>
      client.pages(
        DistributionOrdersDocument,
        { ...changes, first: PAGE },
        (data) => data.projectManagementDistributionOrders,
        options,
      ),
    versionOf: byTime,
    changedAt,
  },
  jobs: {
    pages: (client, changes, options) =>
      client.pages(JobsDocument, { ...changes, first: LARGE_PAGE }, (data) => data.jobs, options),
    versionOf: byTime,
    changedAt,
  },
  vendors: {
    pages: (client, changes, options) =>
      client.pages(
        VendorsDocument,
        { ...changes, first: LARGE_PAGE, includeArchived: true },
        (data) => data.vendors,
        options,
      ),
    versionOf: byTime,
    changedAt,
  },
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

/** Makes the stored record of an object that the API returned. */
export function recordOf<Resource extends SyncResource>(
  resource: Resource,
  data: SyncedData[Resource],
): SyncRecord<Resource> {
  return { id: String(data.id), version: sources[resource].versionOf(data), data }
}
