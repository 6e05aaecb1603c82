import type { Rights } from '@takeoff/kit/security/access'
import { withoutHidden } from '@takeoff/kit/security/sensitive-fields'
import { renameKeys } from '@takeoff/kit/values/rename-keys'
import { shownItemColumns } from '../db/lists/list-columns.ts'
import { productOfItem } from '../db/lists/list-item-reads.ts'
import type { ListItemRow } from '../db/lists/list-item-reads.ts'
import type { WholeListRow } from '../db/lists/whole-lists.ts'

/** The figures of a list, in the order of the export. */
export const exportedFigures = [
  'contractLaborTotal',
  'contractMaterialSubtotal',
  'contractMaterialTax',
  'contractMaterialTotal',
  'contractOtherTotal',
  'contractPreDiscountPrice',
  'contractTotalCost',
  'contractTotalPrice',
  'laborTotalCost',
  'materialPretaxCost',
  'materialSalesTax',
  'materialTotalCost',
  'otherTotalCost',
  'profitAmount',
  'profitMargin',
  'totalCost',
  'totalDiscount',
  'totalPrice',
] as const

type Figures = Pick<WholeListRow, (typeof exportedFigures)[number]>

const figureNames = exportedFigures.map((name) => [name, name] as const)

export type ListRecord = ReturnType<typeof listRecord>

/**
 * A list as a line of an export: names and nesting of the GraphQL type, without the fields of other services and those
 * that are computed at every read.
 */
export function listRecord(list: WholeListRow) {
  return {
    id: list.id,
    version: list.version,
    name: list.name,
    createdAt: list.createdAt.toISOString(),
    updatedAt: list.updatedAt.toISOString(),
    ...(renameKeys(list, figureNames) as Figures),
    salesOpportunity: {
      id: list.salesOpportunityId,
      orgId: list.orgId,
      job: { id: list.jobId, name: list.jobName },
    },
    soldAt: list.soldAt?.toISOString() ?? null,
    measurementVersion: list.measurementVersion,
    templateIds: list.templateIds,
    listItems: list.items.map(itemRecord),
  }
}

/** The record as GraphQL shows it to the caller: costs and margins are null without the scope for them. */
export function withoutCosts(caller: Rights, record: ListRecord): ListRecord {
  const { orgId } = record.salesOpportunity
  const shown = withoutHidden(caller, { type: 'ProductionList', orgId }, record)
  if (shown === record) return record
  const listItems = record.listItems.map((item) =>
    withoutHidden(caller, { type: 'ListItem', orgId }, item),
  )
  return { ...shown, listItems }
}

const { vendorId: _, ...exportedColumns } = shownItemColumns

/** The fields of an item that clients read, apart from those of related objects. */
export const exportedItemFields = Object.keys(exportedColumns) as (keyof typeof exportedColumns)[]

const names = exportedItemFields.map((name) => [name, name] as const)

function itemRecord(item: ListItemRow) {
  return {
    ...(renameKeys(item, names) as Pick<ListItemRow, keyof typeof exportedColumns>),
    isManualMeasurement: item.isManualMeasurement,
    sortOrder: item.sortOrder,
    product: productRecord(item),
    vendor: item.vendorId === null ? null : { id: item.vendorId },
  }
}

function productRecord(item: ListItemRow) {
  const product = productOfItem(item)
  if (product === null) return null
  const { name, manufacturerUrl, productType, displayName, provider, id, sku, packages } = product
  return { name, manufacturerUrl, productType, displayName, provider, id, sku, packages }
}
