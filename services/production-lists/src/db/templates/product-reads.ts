import { expressionBuilder, sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { searchWords, wordQuery } from '@takeoff/kit/postgres/word-search'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Catalog } from '../../domain/lists/add-list-items.ts'
import type { Package } from '../../domain/templates/packaging.ts'
import type { CoveredLine, ProductDraft } from '../../domain/templates/product-request.ts'
import { statement, statementFor } from '../statements.ts'
import type { OwnIds, Tables } from '../statements.ts'
import { productWordsSql } from './product.ts'

/** A product of a catalog: the parent of the Product resolvers. */
export interface ProductRow extends ProductDraft {
  readonly id: number
}

/** The JSON of a product `p`: a ProductRow. */
export function productJson() {
  const p = expressionBuilder<{ readonly p: Tables['product'] }, 'p'>()
  // A check constraint ensures that both columns are null or neither is.
  const provider = jsonBuildObject({
    identifier: p.ref('p.providerIdentifier').$notNull(),
    name: p.ref('p.providerName').$notNull(),
  })
  return jsonBuildObject({
    id: p.ref('p.id'),
    name: p.ref('p.name'),
    displayName: p.ref('p.displayName'),
    manufacturerUrl: p.ref('p.manufacturerUrl'),
    productType: p.ref('p.productType'),
    sku: p.ref('p.sku'),
    packages: p.ref('p.packages'),
    provider: p.case().when('p.providerIdentifier', 'is not', null).then(provider).end(),
  })
}

const selectProducts = statement((db, $: Params<OwnIds>) =>
  db
    .selectFrom('product as p')
    .where((eb) => eb('p.id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('p.orgId', '=', eb.fn.any($.orgIds)))
    .select(productJson().as('product')),
)

/** Products by id, of these organizations only, unordered. */
export async function findProducts(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<ProductRow[]> {
  return (await sql.rows(selectProducts, { ids, orgIds })).map(({ product }) => product)
}

type OwnProducts = Params<{ readonly ids: readonly number[]; readonly orgId: number }>

const selectLockedPackages = statement((db, $: OwnProducts) =>
  db
    .selectFrom('product')
    .where((eb) => eb('id', '=', eb.fn.any($.ids)))
    .where('orgId', '=', $.orgId)
    .orderBy('id')
    .forShare()
    .select(['id', 'packages']),
)

/** The packages of products, which are locked until the transaction ends. */
export async function lockPackages(
  sql: Sql,
  orgId: number,
  ids: readonly number[],
): Promise<Map<number, readonly Package[]>> {
  const rows = await sql.rows(selectLockedPackages, { ids, orgId })
  return new Map(rows.map(({ id, packages }) => [id, packages]))
}

interface ProductPage {
  readonly orgId: number
  readonly after: number
  readonly limit: number
  readonly words: string | undefined
}

const selectPage = statementFor(
  [{ isSearched: true }, { isSearched: false }],
  (db, $: Params<ProductPage>, { isSearched }) =>
    db
      .selectFrom('product as p')
      .where('p.orgId', '=', $.orgId)
      .where('p.id', '>', $.after)
      .$if(isSearched, (products) =>
        products.where(
          'p.id',
          'in',
          db
            .selectFrom('productSearch')
            .where(raw<boolean>`${raw.raw(productWordsSql)} @@ ${wordQuery($.orgId, $.words)}`)
            .select('id'),
        ),
      )
      .orderBy('p.id')
      .limit($.limit)
      .select(productJson().as('product')),
)

/** A page of an organization's products by id, plus one row after the page. */
export async function listProducts(
  sql: Sql,
  orgId: number,
  { search, page }: { readonly search: Optional<string>; readonly page: Page<number> },
): Promise<ProductRow[]> {
  const words = searchWords(search)
  const wanted = { orgId, after: page.after ?? 0, limit: page.first + 1, words }
  const rows = await sql.rows(selectPage({ isSearched: words !== undefined }), wanted)
  return rows.map(({ product }) => product)
}

const selectSkus = statement((db, $: OwnProducts) =>
  db
    .selectFrom('product')
    .where((eb) => eb('id', '=', eb.fn.any($.ids)))
    .where('orgId', '=', $.orgId)
    .select(['id', 'sku']),
)

/** The SKU of each of these products that the organization has; without ids no statement is sent. */
export async function findProductSkus(
  sql: Sql,
  orgId: number,
  ids: readonly number[],
): Promise<Catalog> {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows(selectSkus, { ids, orgId })
  return new Map(rows.map(({ id, sku }) => [id, { sku }]))
}

const selectCoveredLines = statement((db, $: Params<{ readonly productId: number }>) =>
  db
    .selectFrom('templateLine')
    .where('productId', '=', $.productId)
    .where('coverage', 'is', null)
    .orderBy('templateId')
    .orderBy('sortOrder')
    .select(['templateId', 'sortOrder', 'name', 'coverage', 'measurementUnits', 'quantityUnits']),
)

/** The template lines whose coverage comes from a product. */
export function findCoveredLines(sql: Sql, productId: number): Promise<CoveredLine[]> {
  return sql.rows(selectCoveredLines, { productId })
}
