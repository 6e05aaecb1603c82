import type { Sql } from '@takeoff/kit/postgres/sql'
import { inSpan, startSpan } from '@takeoff/kit/service/tracing'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { findPricesOnDays } from '../db/prices/price-reads.ts'
import type { PriceKey, PriceRow } from '../db/prices/price-reads.ts'
import { findDraftTemplates } from '../db/templates/draft-template-reads.ts'
import type { DraftTemplate } from '../db/templates/draft-template-reads.ts'
import { findDefaultWasteFactor } from '../db/templates/organization-default-reads.ts'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { draftItems } from '../domain/lists/draft-items.ts'
import { measurementWarnings } from '../domain/lists/measurement-warnings.ts'
import type { ItemState } from '../domain/lists/list-state.ts'
import { withVendors } from '../domain/lists/manual-vendors.ts'
import type { VendorOfLine } from '../domain/lists/manual-vendors.ts'

export interface DraftInput {
  readonly orgId: number
  readonly templateIds: readonly number[]
  readonly measurements: Measurements
  /** `YYYY-MM-DD`: the prices in force on this day are used. */
  readonly day: string
  /** Vendors that were set by hand, for a recompute. */
  readonly vendors?: VendorOfLine
}

export interface Draft {
  /** In the requested order. */
  readonly templates: readonly DraftTemplate[]
  /** With calculated figures and ids below 0. */
  readonly items: readonly ItemState[]
  /** The prices in force; items may have taken theirs from them. */
  readonly prices: readonly PriceRow[]
  /** Sentences for `extensions.warnings`. */
  readonly warnings: readonly string[]
}

/**
 * The items of templates for a measured property at the prices of a day.
 * @throws NotFoundError naming every template that the organization does not have
 */
export async function draftFor(
  sql: Sql,
  { orgId, templateIds, measurements, day, vendors = new Map() }: DraftInput,
): Promise<Draft> {
  const found = new Map(
    (await findDraftTemplates(sql, orgId, templateIds)).map((template) => [template.id, template]),
  )
  const templates = templateIds
    .map((id) => found.get(id))
    .filter((found) => found !== undefined)
    .map((template) => withVendors(template, vendors))
  if (templates.length < templateIds.length) {
    const unknown = templateIds.filter((id) => !found.has(id)).join(', ')
    throw new NotFoundError(
      `The job's organization has no templates ${unknown}. Give ids of its templates.`,
      'templateIds',
    )
  }
  const defaultWasteFactor = await findDefaultWasteFactor(sql, orgId)
  const keys = templates.flatMap((template) => pricedBy(template, day))
  const prices = await findPricesOnDays(sql, orgId, keys)
  const items = inSpan(startSpan('takeoff'), () =>
    draftItems({ templates, measurements, defaultWasteFactor, prices }),
  )
  return { templates, items, prices, warnings: measurementWarnings(templates, measurements) }
}

/** The keys under which price books may have prices for the lines of a template. */
function pricedBy({ lines, products }: DraftTemplate, day: string): PriceKey[] {
  const skus = new Map(products.map(({ id, sku }) => [id, sku]))
  return lines.flatMap(({ vendorId, productId }) => {
    const sku = productId === null ? null : (skus.get(productId) ?? null)
    return vendorId === null || sku === null ? [] : [{ vendorId, sku, day }]
  })
}
