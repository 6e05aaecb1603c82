import { sql as raw } from 'kysely'
import { int8 } from '@takeoff/kit/postgres/sql-types'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { VendorDetails } from '../../domain/vendors/vendor-request.ts'
import { plainStatement, statement } from '../statements.ts'
import type { VendorRecord } from './vendor-reads.ts'

type GivenVendor = Omit<VendorDetails, 'addressLines'> & {
  readonly id: number
  readonly orgId: number
  readonly addressLines: string[]
  readonly providerIdentifier: string | null
  readonly providerName: string | null
}

const insertGiven = statement((db, $: Params<GivenVendor>) =>
  db
    .insertInto('vendor')
    .values({
      id: $.id,
      orgId: $.orgId,
      vendorName: $.vendorName,
      contactName: $.contactName,
      phone: $.phone,
      email: $.email,
      addressLines: $.addressLines,
      accountNumber: $.accountNumber,
      providerIdentifier: $.providerIdentifier,
      providerName: $.providerName,
      createdAt: raw`now()`,
      updatedAt: raw`now()`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

// The sequence must not return the given ids again.
const skipGivenIds = plainStatement(
  { setval: int8 },
  () => raw`select setval(pg_get_serial_sequence('vendor', 'id'), (select max(id) from vendor))`,
)

/** Adds a vendor with a given id; an existing vendor with this id stays as it is. */
export async function addVendor(
  sql: Sql,
  {
    provider,
    addressLines,
    ...vendor
  }: VendorDetails & Pick<VendorRecord, 'id' | 'orgId' | 'provider'>,
): Promise<void> {
  await sql.run(insertGiven, {
    ...vendor,
    addressLines: [...addressLines],
    providerIdentifier: provider?.identifier ?? null,
    providerName: provider?.name ?? null,
  })
  await sql.run(skipGivenIds, {})
}
