import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { byFields } from '@takeoff/kit/graphql/field-names'
import { byId } from '@takeoff/kit/graphql/loaders'
import DataLoader from 'dataloader'
import { missingMaterials } from '../domain/lists/missing-materials.ts'
import { priceWarning } from '../domain/lists/price-warning.ts'
import type { PriceWarning } from '../domain/lists/price-warning.ts'
import { findJobProgress, findJobs } from './jobs/job-reads.ts'
import { findMeasurements, findMeasurementsJson } from './jobs/measurement-reads.ts'
import type { MeasurementsKey } from './jobs/measurement-reads.ts'
import { explainItems } from './lists/explanation-reads.ts'
import { findItems, findItemsByList } from './lists/list-item-reads.ts'
import { findMaterials } from './lists/material-reads.ts'
import { findLists } from './lists/production-list-reads.ts'
import { withItems } from './lists/whole-lists.ts'
import { findPriceHistories } from './prices/price-book-reads.ts'
import type { PriceRow } from './prices/price-reads.ts'
import { findPricedItems } from './prices/priced-item-reads.ts'
import { findProducts } from './templates/product-reads.ts'
import { findLinesOfTemplates, findTemplates } from './templates/template-reads.ts'
import type { TemplateLineRow } from './templates/template-reads.ts'

/** Maximum measurements that one batch reads. The gateway accepts responses up to 20 MB; 200 jobs need half a MB. */
const MEASUREMENTS_BYTES_MAX = 8_000_000
/** Maximum template lines that one batch reads: those of 500 templates of the usual length. */
const LINES_MAX = 20_000

/** A warning of a list. Its organization decides whether the caller sees the costs. */
export interface OwnPriceWarning extends PriceWarning {
  readonly orgId: number
}

/**
 * Each loader reads the rows of all keys of an event-loop turn together. Reads are limited to the caller's organizations;
 * a price history is that of a price which was read so.
 */
export type Loaders = ReturnType<typeof createLoaders>

export function createLoaders(database: Database, orgIds: readonly number[], today: () => string) {
  const measurementsJson = new DataLoader<number, Measurements>((ids) =>
    readMeasurements(database, ids, orgIds),
  )
  return {
    list: byId((ids: readonly number[]) => findLists(database, ids, orgIds)),
    /** The list with its items, both of the same version. */
    wholeList: byFields((fields) =>
      byId(async (ids: readonly number[]) =>
        withItems(database, await findLists(database, ids, orgIds), { orgIds, fields }),
      ),
    ),
    listItem: byFields((fields) =>
      byId((ids: readonly number[]) => findItems(database, ids, { orgIds, fields })),
    ),
    itemsOfList: byFields(
      (fields) =>
        new DataLoader(async (listIds: readonly number[]) => {
          const found = await findItemsByList(database, listIds, { orgIds, fields })
          return listIds.map((listId) => found.get(listId)?.items ?? [])
        }),
    ),
    explanation: byId((ids: readonly number[]) => explainItems(database, ids, orgIds)),
    job: byId((ids: readonly number[]) => findJobs(database, ids, orgIds)),
    jobProgress: byId((ids: readonly number[]) => findJobProgress(database, ids, orgIds)),
    measurements: new DataLoader(
      (keys: readonly MeasurementsKey[]) => findMeasurements(database, keys, orgIds),
      {
        cacheKeyFn: ({ jobId, version }) => `${jobId} ${version}`,
      },
    ),
    /** By the id of a version of measurements. */
    measurementsJson,
    /** The newest prices of the same SKU in the same price book, newest first. */
    priceHistory: new DataLoader(
      async (prices: readonly PriceRow[]) => {
        const histories = Map.groupBy(await findPriceHistories(database, prices), bookAndSku)
        return prices.map((price) => histories.get(bookAndSku(price)) ?? [])
      },
      { cacheKeyFn: bookAndSku },
    ),
    template: byId((ids: readonly number[]) => findTemplates(database, ids, orgIds)),
    linesOfTemplate: new DataLoader((ids: readonly number[]) => readLines(database, ids, orgIds)),
    product: byId((ids: readonly number[]) => findProducts(database, ids, orgIds)),
    /** The warnings of a list, in the order of its items. */
    priceWarnings: new DataLoader(async (listIds: readonly number[]) => {
      const items = await findPricedItems(database, listIds, { orgIds, day: today() })
      const byList = Map.groupBy(items, ({ listId }) => listId)
      return listIds.map((id) =>
        (byList.get(id) ?? []).flatMap((item) => {
          const warning = priceWarning(item)
          return warning === undefined ? [] : [{ ...warning, orgId: item.orgId }]
        }),
      )
    }),
    /** The materials that a list lacks according to the measurements that it was computed from. */
    missingMaterials: new DataLoader(async (listIds: readonly number[]) => {
      const materials = await findMaterials(database, listIds, orgIds)
      const byList = Map.groupBy(materials, ({ listId }) => listId)
      return Promise.all(
        listIds.map(async (id) => {
          const ofList = byList.get(id) ?? []
          if (ofList[0] === undefined) return []
          const measurements = measurementsJson.load(ofList[0].measurementId)
          return missingMaterials(ofList, await measurements.catch(tooLargeOfLists))
        }),
      )
    }),
  }
}

function bookAndSku({ orgId, vendorId, sku }: PriceRow): string {
  return `${orgId} ${vendorId} ${sku}`
}

async function readMeasurements(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<(Measurements | BadUserInputError)[]> {
  const rows = await findMeasurementsJson(sql, ids, {
    orgIds,
    bytesMax: MEASUREMENTS_BYTES_MAX,
  })
  const found = new Map(rows.map(({ id, measurements }) => [id, measurements]))
  return ids.map(
    (id) =>
      found.get(id) ??
      new BadUserInputError(
        `The requested measurements have more than ${MEASUREMENTS_BYTES_MAX} bytes together. Request fewer jobs or versions at once.`,
        'measurements',
      ),
  )
}

/** The request has not named the measurements that missing materials are found by. */
function tooLargeOfLists(error: unknown): never {
  if (!(error instanceof BadUserInputError)) throw error
  throw new BadUserInputError(
    `The measurements of the requested lists have more than ${MEASUREMENTS_BYTES_MAX} bytes together. Request the missing materials of fewer lists at once.`,
    'missingMaterials',
  )
}

async function readLines(
  sql: Sql,
  templateIds: readonly number[],
  orgIds: readonly number[],
): Promise<(readonly TemplateLineRow[])[]> {
  const lines = await findLinesOfTemplates(sql, templateIds, {
    orgIds,
    linesMax: LINES_MAX,
  })
  if (lines !== undefined) return templateIds.map((id) => lines.get(id) ?? [])
  throw new BadUserInputError(
    `The requested templates have more than ${LINES_MAX} lines together. Request fewer templates at once with first, which is 50 when it is left out.`,
    'lines',
  )
}
