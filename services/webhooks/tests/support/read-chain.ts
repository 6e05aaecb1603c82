import type { ChainedRecord } from '@takeoff/contracts/audit-chain'
import type { Database } from '@takeoff/kit/postgres/database'
import { findChain } from '../../src/audit/audit-reads.ts'

/** All records of an organization. */
export function readChain(database: Database, orgId: number): Promise<ChainedRecord[]> {
  return findChain(database, { orgId, after: 0, first: 1_000_000 })
}
