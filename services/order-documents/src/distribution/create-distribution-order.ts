import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import { invariant } from '@takeoff/kit/values/invariant'
import { Decimal } from 'decimal.js'
import type { Context } from '../context.ts'
import { createOnce, resultWithoutAccess } from '@takeoff/kit/postgres/idempotency'
import { findDistributionOrderOfBatch } from '../db/distribution/distribution-order-reads.ts'
import type { DistributionOrderRecord } from '../db/distribution/distribution-order-reads.ts'
import { insertDistributionOrder } from '../db/distribution/insert-distribution-order.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import {
  checkProviderLimits,
  warnOfProviderLimits,
} from '../domain/distribution/provider-limits.ts'
import { decideOrder } from '../domain/orders/order.ts'
import { sourceOf } from '../domain/orders/order-batch.ts'
import type { CreateDistributionOrderRequest } from '../domain/orders/order-requests.ts'
import { toOrderLine } from '../domain/orders/order-line.ts'
import type { OrderLine } from '../domain/orders/order-line.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import type { ListItem, ProductionList } from '../domain/orders/production-list.ts'
import { fetchProductionList } from '../orders/fetch-production-list.ts'
import { insertOrderBatch, lockOrderedQuantities } from '../orders/order-batches.ts'
import { orderRejected, otherVendorWarnings } from '../orders/order-rejected.ts'
import {
  readListItemIds,
  readOrderTerms,
  readProductionListId,
  readText,
} from '../orders/read-order-terms.ts'
import type { OrderProvider } from '../domain/distribution/provider.ts'
import { requireOrderableVendor } from '../vendors/require-orderable-vendors.ts'
import {
  laborOrdered,
  leftOutWarnings,
  limitsExceeded,
  notConnected,
  nothingOfVendor,
  nothingOrdered,
  skuMissing,
  unreachableProvider,
} from './distribution-errors.ts'

const JOB_NAME_LENGTH_MAX = 100
const NEW_MATERIAL_ORDER = {
  orderKind: 'MATERIAL',
  // The supplier's system receives the order itself, so no document is needed.
  document: null,
} as const

/**
 * Orders items of a list as a draft that the worker submits to the vendor's provider. Violations of the
 * provider's limits are refused here, before anything is written.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function createDistributionOrder(
  context: Context,
  request: CreateDistributionOrderRequest,
): Promise<DistributionOrderRecord> {
  const input = readInput(request)
  const batchId = await createOnce(
    context,
    'projectManagementDistributionOrderCreate',
    request,
    (remember) => placeOrder(context, input, remember),
  )
  return orderOfBatch(context, batchId)
}

type Input = ReturnType<typeof readInput>

function readInput(request: CreateDistributionOrderRequest) {
  return {
    productionListId: readProductionListId(request.productionListId, 'productionListId'),
    chosen: { listItemIds: readListItemIds(request.listItemIds), vendorId: request.vendorId },
    jobName: readText('jobName', request.jobName, JOB_NAME_LENGTH_MAX),
    terms: readOrderTerms(request),
  }
}

async function placeOrder(context: Context, input: Input, remember: Remember): Promise<string> {
  const { productionListId, chosen, jobName, terms } = input
  const { vendorId } = chosen
  const list = await fetchProductionList(context, productionListId, 'productionListId')
  const source = sourceOf(list)

  const batch = { id: newUuid(), source: { ...source, jobName: jobName ?? source.jobName } }
  const warnings = await context.database.transaction(async (sql) => {
    await remember(sql, batch.id)
    const ordered = await lockOrderedQuantities(sql, source)
    const named = { argument: 'vendorId', vendorId }
    const vendor = await requireOrderableVendor(sql, list.orgId, vendorId, named)
    const provider = requireProvider(context, vendor)
    const { lines, warnings } = requireLines(list, provider, input)
    const orders = [{ ...terms, ...NEW_MATERIAL_ORDER, vendorId, lines }]
    const [placed] = await insertOrderBatch(context, sql, { ...batch, orders })
    invariant(placed !== undefined, 'a draft becomes an order')
    const { traceparent } = context
    const providerIdentifier = provider.identifier
    const distributed = { id: newUuid(), orderId: placed.id, vendorId, providerIdentifier }
    await insertDistributionOrder(sql, { ...source, ...distributed, traceparent })
    return [...warnings, ...overOrderWarnings(list.listItems, ordered, lines)]
  })
  context.warnings.push(...warnings)
  context.submissions.claimNow()
  return batch.id
}

/** The lines of the order, and the warnings about them. */
function requireLines(list: ProductionList, provider: OrderProvider, input: Input) {
  const decision = decideOrder(itemsToChooseFrom(list, input), input.chosen)
  if (decision.kind !== 'accepted') throw orderRejected(decision, 'vendorId')
  if (decision.orderKind !== 'MATERIAL') throw laborOrdered()

  const areNamed = input.chosen.listItemIds !== undefined
  const all = decision.listItems.map((item) => toOrderLine(item))
  const lines = all.filter(isNeeded)
  if (lines.length === 0) throw nothingOrdered(areNamed)
  const withoutSku = lines.filter(({ sku }) => sku === null || sku.trim() === '')
  if (withoutSku.length > 0) throw skuMissing(provider.name, withoutSku, areNamed)

  const limited = {
    ...input.terms,
    jobName: input.jobName ?? list.job.name,
    jobNumber: String(list.job.id),
    lineCount: lines.length,
  }
  const violations = checkProviderLimits(provider.limits, limited)
  if (violations.length > 0) {
    const left = { jobName: input.jobName === null, listItemIds: !areNamed }
    throw limitsExceeded(provider.name, violations, left)
  }
  const warnings = [
    ...leftOutWarnings(all.filter((line) => !isNeeded(line))),
    ...otherVendorWarnings(decision.listItemIdsOfOtherVendors),
    ...warnOfProviderLimits(provider.limits, limited),
  ]
  return { lines, warnings }
}

/** Items that are tied to another vendor are ordered only when the caller names them. */
function itemsToChooseFrom({ listItems }: ProductionList, { chosen }: Input) {
  if (chosen.listItemIds !== undefined) return listItems
  const { vendorId: ours } = chosen
  const items = listItems.filter(({ vendorId }) => vendorId === null || vendorId === ours)
  if (listItems.some(isMaterial) && !items.some(isMaterial)) throw nothingOfVendor(ours)
  return items
}

function isMaterial({ type }: ListItem): boolean {
  return type === 'MATERIAL'
}

/** @throws AppError for a vendor without a connection, or with one to a provider that has no configured address */
function requireProvider(
  { providers }: Context,
  { vendorName, connection }: VendorRecord,
): OrderProvider {
  if (connection === null) throw notConnected(vendorName)
  const { identifier } = connection.provider
  const provider = providers.providerOf(identifier)
  if (provider === undefined) throw unreachableProvider(vendorName, identifier)
  return provider
}

/** The list may hold items with a quantity of zero, which a supplier need not receive. */
function isNeeded({ quantity }: OrderLine): boolean {
  return new Decimal(quantity).greaterThan(0)
}

async function orderOfBatch(
  { database, caller }: Context,
  batchId: string,
): Promise<DistributionOrderRecord> {
  const found = await findDistributionOrderOfBatch(database, caller.orgIds, batchId)
  if (found !== undefined) return found
  throw resultWithoutAccess('distribution order')
}
