import { NotFoundError } from '@takeoff/kit/errors'
import { runIdempotent } from '@takeoff/kit/idempotency'
import type { Remember } from '@takeoff/kit/idempotency'
import { newUuid } from '@takeoff/kit/ids'
import type { Context } from '../context.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { findLetterhead } from '../db/brand/letterhead-reads.ts'
import { saveOrderDocument } from '../db/documents/save-order-document.ts'
import { findVendors } from '../db/vendors/vendor-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { decideOrder } from '../domain/orders/order.ts'
import { fetchProductionList } from './fetch-production-list.ts'
import { discardOrderFiles, storeOrderFiles } from '../files/order-files.ts'
import type { MutationProjectManagementOrderDocumentCreateArgs as Arguments } from '../graphql/generated.ts'
import type { NewOrderDocument } from './new-order-document.ts'
import { readOrderDocumentRequest } from './order-document-request.ts'
import type { OrderDocumentRequest } from './order-document-request.ts'
import { orderRejected } from './order-rejected.ts'
import { requireOrderable } from '../vendors/vendor-errors.ts'

/**
 * Orders items of a production list from one vendor and renders the order. The files are stored before
 * the transaction and deleted when it fails, so nothing is left of an order that was not made.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function createOrderDocument(
  context: Context,
  args: Arguments,
): Promise<OrderDocumentRecord> {
  const request = readOrderDocumentRequest(args)
  const document = await runIdempotent(
    {
      database: context.database,
      caller: context.caller,
      idempotencyKey: context.idempotencyKey,
      operation: 'projectManagementOrderDocumentCreate',
      arguments: args,
    },
    {
      create: (remember) => create(context, request, remember),
      replay: (id) => read(context, id),
    },
  )
  if (request.rendering.warning !== undefined) context.warnings.push(request.rendering.warning)
  return document
}

async function create(
  context: Context,
  request: OrderDocumentRequest,
  remember: Remember,
): Promise<OrderDocumentRecord> {
  const order = await decide(context, request)
  try {
    const files = await storeOrderFiles(context, order)
    await saveOrderDocument(context, { order, files, remember })
  } catch (error) {
    await discardOrderFiles(context, order)
    throw error
  }
  context.relay.wake()
  return read(context, order.documentId)
}

async function decide(context: Context, request: OrderDocumentRequest): Promise<NewOrderDocument> {
  const list = await fetchProductionList(context, request.productionListId)
  const decision = decideOrder(list.listItems, request)
  if (decision.kind !== 'accepted') throw orderRejected(decision)

  const { orderKind, listItems, vendorId } = decision
  const [vendor, letterhead] = await Promise.all([
    findVendor(context, list.orgId, vendorId),
    findLetterhead(context.database, list.orgId),
  ])
  return {
    documentId: newUuid(),
    orderId: newUuid(),
    createdAt: context.now(),
    userId: context.caller.userId,
    mode: request.rendering.mode,
    purchaseOrderNumber: request.purchaseOrderNumber,
    externalIdentifier: request.externalIdentifier,
    orderKind,
    vendor,
    letterhead,
    list,
    listItems,
  }
}

/** Only a vendor of the list's own organization, whichever others the caller belongs to. */
async function findVendor({ database }: Context, orgId: number, id: number): Promise<VendorRecord> {
  const [vendor] = await findVendors(database, [orgId], [id])
  if (vendor !== undefined) {
    requireOrderable(vendor, 'orderDocumentAttributes.vendorId')
    return vendor
  }
  throw new NotFoundError(
    `There is no vendor ${id}. Give the id of a vendor of the list's organization.`,
    'orderDocumentAttributes.vendorId',
  )
}

async function read({ loaders }: Context, id: string): Promise<OrderDocumentRecord> {
  const document = await loaders.orderDocument.load(id)
  if (document !== null) return document
  throw new NotFoundError(
    'This Idempotency-Key made a document of an organization to which you have no access any more.',
  )
}
