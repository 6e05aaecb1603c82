import { expressionBuilder, sql } from 'kysely'
import type { Expression } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { IdPlace } from '@takeoff/kit/graphql/cursor'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { searchWords, wordQuery } from '@takeoff/kit/postgres/word-search'
import type { VendorDetails } from '../../domain/vendors/vendor-request.ts'
import { statement, statementFor } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { vendorWordsSql } from './vendor.ts'

export interface VendorRecord extends VendorDetails {
  readonly id: number
  readonly orgId: number
  readonly provider: ProviderName | null
  /** Null when orders go to the vendor as documents only. */
  readonly connection: VendorConnectionRecord | null
  /** An archived vendor accepts no new orders. */
  readonly archivedAt: Date | null
  readonly updatedAt: Date
}

export interface ProviderName {
  readonly identifier: string
  readonly name: string
}

/** Without the access token, which is never shown again. */
export interface VendorConnectionRecord {
  readonly provider: ProviderName
  readonly accountNumber: string
  readonly branch: string | null
  readonly connectedAt: Date
}

/** The columns that statements select of a vendor joined as `v`. */
export interface VendorColumns {
  readonly vendorId: number
  readonly vendor: VendorJson
}

type VendorJson = ReturnType<typeof vendorJson> extends Expression<infer Json> ? Json : never

interface Joined {
  readonly v: Tables['vendor']
  readonly vendorConnection: Tables['vendorConnection']
}

/** The columns of a vendor, for statements that join it as `v`; its connection is found by the primary key. */
export function vendorColumns() {
  return [
    expressionBuilder<Joined, 'v'>().ref('v.id').as('vendorId'),
    vendorJson().as('vendor'),
  ] as const
}

function vendorJson() {
  const v = expressionBuilder<Joined, 'v'>()
  const connection: Expression<ConnectionJson | null> = v
    .selectFrom('vendorConnection as c')
    .whereRef('c.vendorId', '=', 'v.id')
    .select((c) =>
      jsonBuildObject({
        accountNumber: c.ref('c.accountNumber'),
        branch: c.ref('c.branch'),
        connectedAt: c.ref('c.connectedAt'),
      }).as('connection'),
    )
    .$asScalar()
  return jsonBuildObject({
    orgId: v.ref('v.orgId'),
    vendorName: v.ref('v.vendorName'),
    contactName: v.ref('v.contactName'),
    phone: v.ref('v.phone'),
    email: v.ref('v.email'),
    addressLines: v.ref('v.addressLines'),
    accountNumber: v.ref('v.accountNumber'),
    archivedAt: v.ref('v.archivedAt'),
    updatedAt: v.ref('v.updatedAt'),
    providerIdentifier: v.ref('v.providerIdentifier'),
    providerName: v.ref('v.providerName'),
    connection,
  })
}

interface ConnectionJson {
  readonly accountNumber: string
  readonly branch: string | null
  readonly connectedAt: string
}

type Wanted = Params<{ readonly ids: readonly number[]; readonly orgIds: readonly number[] }>

const selectVendors = prepared(
  statement((db, $: Wanted) =>
    db
      .selectFrom('vendor as v')
      .where((eb) => eb('v.id', '=', eb.fn.any($.ids)))
      .where((eb) => eb('v.orgId', '=', eb.fn.any($.orgIds)))
      .select(vendorColumns()),
  ),
)

export interface VendorFilter {
  readonly search?: string | null | undefined
  readonly includeArchived?: boolean | null | undefined
  /** Gives the vendors changed at this time or later, in the order of their changes. */
  readonly updatedSince?: Date | null | undefined
}

export async function findVendors(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly number[],
): Promise<VendorRecord[]> {
  return (await sql.rows(selectVendors, { ids, orgIds })).map(toVendor)
}

interface VendorPage {
  readonly orgId: number
  readonly after: number
  readonly updatedSince: Date
  readonly afterTime: Date
  readonly limit: number
  readonly words: string | undefined
}

const selectPage = statementFor(
  [
    { isSearched: true, includeArchived: true, isByChange: true },
    { isSearched: false, includeArchived: false, isByChange: false },
  ],
  (db, $: Params<VendorPage>, { isSearched, includeArchived, isByChange }) =>
    db
      .selectFrom('vendor as v')
      .where('v.orgId', '=', $.orgId)
      .$if(!isByChange, (vendors) => vendors.where('v.id', '>', $.after))
      .$if(isByChange, (vendors) =>
        vendors
          .where('v.updatedAt', '>=', $.updatedSince)
          .where(
            sql<boolean>`(v.updated_at, v.id) > (${$.afterTime}::timestamptz, ${$.after}::int)`,
          ),
      )
      .$if(!includeArchived, (vendors) => vendors.where('v.archivedAt', 'is', null))
      .$if(isSearched, (vendors) =>
        vendors.where(
          'v.id',
          'in',
          db
            .selectFrom('vendorSearch')
            .where(sql<boolean>`${sql.raw(vendorWordsSql)} @@ ${wordQuery($.orgId, $.words)}`)
            .select('id'),
        ),
      )
      .orderBy(isByChange ? sql`v.updated_at, v.id` : sql`v.id`)
      .limit($.limit)
      .select(vendorColumns()),
)

/** A page of an organization's vendors, with one row more than the page holds. */
export async function listVendors(
  sql: Sql,
  orgId: number,
  { search, includeArchived, updatedSince, page }: VendorFilter & { readonly page: Page<IdPlace> },
): Promise<VendorRecord[]> {
  const words = searchWords(search)
  const shape = {
    isSearched: words !== undefined,
    includeArchived: includeArchived ?? false,
    isByChange: updatedSince !== null && updatedSince !== undefined,
  }
  const since = updatedSince ?? new Date(0)
  const rows = await sql.rows(selectPage(shape), {
    orgId,
    after: page.after?.id ?? 0,
    updatedSince: since,
    afterTime: page.after?.updatedAt ?? since,
    limit: page.first + 1,
    words,
  })
  return rows.map(toVendor)
}

/** Of the view: where a policy limits the table, no index is used for `lower`, which is not marked as leakproof. */
const selectNamesakes = statement(
  (db, $: Params<{ readonly id: number; readonly orgId: number; readonly vendorName: string }>) =>
    db
      .selectFrom('vendorSearch')
      .where('orgId', '=', $.orgId)
      .where((eb) => eb(eb.fn('lower', ['vendorName']), '=', eb.fn('lower', [$.vendorName])))
      .where('id', '<>', $.id)
      .orderBy('id')
      .limit(5)
      .select('id'),
)

/** At most five other vendors of the organization that have the name, in any case. */
export async function findNamesakes(
  sql: Sql,
  { id, orgId, vendorName }: Pick<VendorRecord, 'id' | 'orgId' | 'vendorName'>,
): Promise<number[]> {
  const rows = await sql.rows(selectNamesakes, { id, orgId, vendorName })
  return rows.map((row) => row.id)
}

export function toVendor({ vendorId, vendor }: VendorColumns): VendorRecord {
  const { archivedAt, updatedAt, connection, providerIdentifier, providerName, ...details } = vendor
  const provider =
    providerIdentifier === null || providerName === null
      ? null
      : { identifier: providerIdentifier, name: providerName }
  return {
    ...details,
    id: vendorId,
    provider,
    archivedAt: archivedAt === null ? null : new Date(archivedAt),
    updatedAt: new Date(updatedAt),
    connection:
      connection === null || provider === null
        ? null
        : { ...connection, provider, connectedAt: new Date(connection.connectedAt) },
  }
}
