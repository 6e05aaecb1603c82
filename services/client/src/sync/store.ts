import type {
  DistributionOrderFieldsFragment,
  JobFieldsFragment,
  OrderWithDocumentsFragment,
  ProductionListWithItemsFragment,
  VendorFieldsFragment,
} from '../generated/operations.ts'

/** What a copy holds of each resource. */
export interface SyncedData {
  readonly lists: ProductionListWithItemsFragment
  readonly orders: OrderWithDocumentsFragment
  readonly distributionOrders: DistributionOrderFieldsFragment
  readonly jobs: JobFieldsFragment
  readonly vendors: VendorFieldsFragment
}

/** What can be kept. */
export type SyncResource = keyof SyncedData

/** A thing as it was at a version. */
export interface SyncRecord<Resource extends SyncResource = SyncResource> {
  readonly id: string
  /** Grows with the changes of the thing; 0 where there is none. */
  readonly version: number
  readonly data: SyncedData[Resource]
}

/** Where a copy is kept. Each call is one transaction, or is repeated after a crash without harm. */
export interface SyncStore {
  /** What `put` was given last; undefined or null before that. */
  getCursor(resource: SyncResource): Promise<string | null | undefined> | string | null | undefined
  /**
   * Stores records by resource and id, and with or after them the cursor where one is given. A record that is stored
   * with a higher version stays as it is.
   */
  put<Resource extends SyncResource>(
    resource: Resource,
    records: readonly SyncRecord<Resource>[],
    cursor?: string,
  ): Promise<void> | void
}

/** A copy in memory, for tests and small programs. */
export class MemoryStore implements SyncStore {
  readonly records: { readonly [R in SyncResource]: Map<string, SyncRecord<R>> } = {
    lists: new Map(),
    orders: new Map(),
    distributionOrders: new Map(),
    jobs: new Map(),
    vendors: new Map(),
  }
  readonly #cursors = new Map<SyncResource, string>()

  getCursor(resource: SyncResource): string | undefined {
    return this.#cursors.get(resource)
  }

  put<Resource extends SyncResource>(
    resource: Resource,
    records: readonly SyncRecord<Resource>[],
    cursor?: string,
  ): void {
    const stored: Map<string, SyncRecord<Resource>> = this.records[resource]
    for (const record of records)
      if (record.version >= (stored.get(record.id)?.version ?? 0)) stored.set(record.id, record)
    if (cursor !== undefined) this.#cursors.set(resource, cursor)
  }
}
