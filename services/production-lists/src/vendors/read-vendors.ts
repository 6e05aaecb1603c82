import { parseVendorChanges, VENDOR_CHANGES_PATH } from '@takeoff/contracts/vendor-changes'
import type { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
import type { Database } from '@takeoff/kit/postgres/database'
import {
  deleteVendorCopies,
  saveVendorCopies,
  saveVendorReading,
} from '../db/vendors/save-vendor-copies.ts'
import { findTime, findVendorReading } from '../db/vendors/vendor-copy-reads.ts'

/**
 * Changes are committed after the time that they state, and clocks differ: changes of this long
 * before the last reading are read again.
 */
const OVERLAP_MS = 600_000

/** The copy of the vendors, and the service that owns them. */
export interface ReadingResources {
  /** With access to the vendors of all organizations. */
  readonly database: Database
  readonly orderDocuments: Pick<SubgraphClient, 'read'>
}

interface ReadingOptions {
  /** Reads all of them. */
  readonly isComplete?: boolean
  /** Deletes the copy, but only once their owner has responded: an owner that is away must not cost it. */
  readonly isAnew?: boolean
  /** Ends it early. */
  readonly signal?: AbortSignal
}

/**
 * Reads the vendors that were changed since the last complete reading, or all, from their owner. It may be killed and
 * repeated: the next one begins where the last complete one did.
 * @returns how many were read
 * @throws SubgraphUnavailableError when their owner does not respond
 */
export async function readVendors(
  { database, orderDocuments }: ReadingResources,
  options: ReadingOptions = {},
): Promise<number> {
  const begunAt = await findTime(database)
  const last = options.isComplete === true ? undefined : await findVendorReading(database)
  const since = new Date(last === undefined ? 0 : last.begunAt.getTime() - OVERLAP_MS)
  const first = `since=${since.toISOString()}`
  const read = async (query: string) =>
    parseVendorChanges(await orderDocuments.read(`${VENDOR_CHANGES_PATH}?${query}`))
  if (options.isAnew === true) {
    // Only to see that the owner responds: a change that arrives before the deletion is in what is read after it.
    await read(first)
    await deleteVendorCopies(database)
  }
  let count = 0
  let query: string | null = first
  while (query !== null) {
    if (options.signal?.aborted === true) return count
    const page = await read(query)
    await saveVendorCopies(database, page.vendors)
    count += page.vendors.length
    query = page.next
  }
  await saveVendorReading(database, begunAt)
  return count
}
