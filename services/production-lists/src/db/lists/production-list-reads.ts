import type { Sql } from '@takeoff/kit/database'
import type { ListItemRow } from './list-item-reads.ts'
import { orderOf, selectNewest, selectPage } from './production-list-pages.ts'
import type { ListPage } from './production-list-pages.ts'

/** A row of this is the parent of the ProductionList resolvers. */
export interface ProductionListRow {
  readonly id: number
  readonly orgId: number
  readonly jobId: number
  readonly jobName: string | null
  readonly salesOpportunityId: number
  readonly version: number
  readonly name: string | null
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  /** Milliseconds since 1970. */
  readonly updatedAtMs: number
  /** Null before the job is sold. */
  readonly soldAtMs: number | null
  readonly measurementVersion: number
  readonly templateIds: readonly number[]
  readonly contractLaborTotal: number
  readonly contractMaterialSubtotal: number
  readonly contractMaterialTax: number
  readonly contractMaterialTotal: number
  readonly contractOtherTotal: number
  readonly contractPreDiscountPrice: number
  readonly contractTotalCost: number
  readonly contractTotalPrice: number
  readonly laborTotalCost: number
  readonly materialPretaxCost: number
  readonly materialSalesTax: number
  readonly materialTotalCost: number
  readonly otherTotalCost: number
  readonly profitAmount: number
  readonly profitMargin: number
  readonly totalCost: number
  readonly totalDiscount: number
  readonly totalPrice: number
  /** Only where they were read together with the list. */
  readonly items?: readonly ListItemRow[]
}

// A numeric becomes the double nearest to it, which JSON writes back with the same digits.
const selectList = `
  select l.id, l.org_id as "orgId", l.version, l.name,
    l.job_id as "jobId", j.name as "jobName", o.id as "salesOpportunityId",
    (extract(epoch from l.created_at) * 1000)::float8 as "createdAtMs",
    (extract(epoch from l.updated_at) * 1000)::float8 as "updatedAtMs",
    (extract(epoch from l.sold_at) * 1000)::float8 as "soldAtMs",
    m.version as "measurementVersion", l.template_ids as "templateIds",
    l.contract_labor_total::float8 as "contractLaborTotal",
    l.contract_material_subtotal::float8 as "contractMaterialSubtotal",
    l.contract_material_tax::float8 as "contractMaterialTax",
    l.contract_material_total::float8 as "contractMaterialTotal",
    l.contract_other_total::float8 as "contractOtherTotal",
    l.contract_pre_discount_price::float8 as "contractPreDiscountPrice",
    l.contract_total_cost::float8 as "contractTotalCost",
    l.contract_total_price::float8 as "contractTotalPrice",
    l.labor_total_cost::float8 as "laborTotalCost",
    l.material_pretax_cost::float8 as "materialPretaxCost",
    l.material_sales_tax::float8 as "materialSalesTax",
    l.material_total_cost::float8 as "materialTotalCost",
    l.other_total_cost::float8 as "otherTotalCost",
    l.profit_amount::float8 as "profitAmount",
    l.profit_margin::float8 as "profitMargin",
    l.total_cost::float8 as "totalCost",
    l.total_discount::float8 as "totalDiscount",
    l.total_price::float8 as "totalPrice"
  from production_list l
  join job j on j.id = l.job_id
  join job_measurement m on m.id = l.measurement_id
  join sales_opportunity o on o.job_id = l.job_id`

/** The newest list of a job in one organization. */
export async function findNewestList(
  sql: Sql,
  jobId: number,
  orgId: number,
): Promise<ProductionListRow | undefined> {
  const newest = selectNewest(jobId, orgId)
  const [row] = await sql.query<ProductionListRow>(
    `${selectList} join (${newest.text}) newest on newest.id = l.id`,
    newest.params,
  )
  return row
}

/** One page of an organization's lists, in the page's order. */
export function findListPage(sql: Sql, listPage: ListPage): Promise<ProductionListRow[]> {
  const page = selectPage(listPage)
  return sql.query<ProductionListRow>(
    `${selectList} join (${page.text}) page on page.id = l.id order by ${orderOf(listPage.filter)}`,
    page.params,
  )
}

/** Lists by id, of these organizations only, in no order. */
export function findLists(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<ProductionListRow[]> {
  return sql.query<ProductionListRow>(
    `${selectList} where l.id = any($1::int[]) and l.org_id = any($2::int[])`,
    [ids, orgIds],
  )
}
