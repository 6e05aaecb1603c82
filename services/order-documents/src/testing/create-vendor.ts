import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'
import { statement } from '../db/statements.ts'

export interface NewVendor {
  readonly orgId: number
  readonly vendorName: string
  readonly provider?: { readonly identifier: string; readonly name: string }
}

type VendorParams = Params<{
  readonly orgId: number
  readonly vendorName: string
  readonly providerIdentifier: string | null
  readonly providerName: string | null
}>

const insertVendor = statement((db, $: VendorParams) =>
  db
    .insertInto('vendor')
    .values({
      orgId: $.orgId,
      vendorName: $.vendorName,
      providerIdentifier: $.providerIdentifier,
      providerName: $.providerName,
      createdAt: raw`now()`,
      updatedAt: raw`now()`,
    })
    .returning('id'),
)

/** Adds a vendor and returns its id. */
export async function createVendor(
  database: Sql,
  { orgId, vendorName, provider }: NewVendor,
): Promise<number> {
  const vendor = await database.row(insertVendor, {
    orgId,
    vendorName,
    providerIdentifier: provider?.identifier ?? null,
    providerName: provider?.name ?? null,
  })
  invariant(vendor !== undefined, 'the vendor was not inserted')
  return vendor.id
}
