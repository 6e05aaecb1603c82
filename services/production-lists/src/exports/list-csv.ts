import { columnPaths, csvHead, csvRows } from '@takeoff/kit/exports/csv-rows'
import { exportedFigures, exportedItemFields } from './list-record.ts'
import type { ListRecord } from './list-record.ts'

const listPaths = columnPaths([
  'id',
  'version',
  'name',
  'createdAt',
  'updatedAt',
  ...exportedFigures,
  'salesOpportunity.id',
  'salesOpportunity.orgId',
  'salesOpportunity.job.id',
  'salesOpportunity.job.name',
])

const FIRST_ITEM_COLUMNS = [
  'id',
  'sortOrder',
  'name',
  'listItemGroupName',
  'tradeType',
  'type',
  'SKU',
  'color',
  'notes',
  'measurement',
  'measurementUnits',
  'wasteFactor',
  'calculatedQuantity',
  'quantity',
  'quantityUnits',
  'isManualMeasurement',
  'unitCost',
  'pretaxCost',
  'taxPercent',
  'totalCost',
  'totalPrice',
  'product.name',
  'product.displayName',
  'product.manufacturerUrl',
  'product.productType',
  'product.provider.identifier',
  'product.provider.name',
  'vendor.id',
  'product.id',
  'product.sku',
]

const columns = {
  own: listPaths,
  members: columnPaths(FIRST_ITEM_COLUMNS),
  membersField: 'listItems',
  later: {
    own: columnPaths(['soldAt', 'measurementVersion', 'templateIds']),
    members: columnPaths(exportedItemFields.filter((name) => !FIRST_ITEM_COLUMNS.includes(name))),
  },
}

/** The header row: the paths of the fields in a line of NDJSON, with the prefix `listItems.` for those of an item. */
export function listCsvHead(): string {
  return csvHead(columns)
}

/** One row per item, each with the columns of the list; one row for a list without items. Packages have no column. */
export function listCsvRows({ listItems, ...list }: ListRecord): string {
  return csvRows(list, listItems, columns)
}
