import { createHash } from 'node:crypto'
import { newUuid } from '@takeoff/kit/ids'
import type { Context } from '../context.ts'
import type { NewFile, NewOrderDocument } from '../orders/new-order-document.ts'
import { toDocumentModel } from '../documents/order-document-model.ts'
import type { FileStore } from './file-store.ts'
import { nameFile } from './filename.ts'

type NamedFile = Omit<NewFile, 'byteSize' | 'checksum'>

/** Renders an order and stores both files. */
export async function storeOrderFiles(
  { store, renderer }: Context,
  order: NewOrderDocument,
): Promise<readonly NewFile[]> {
  const { pdf, csv } = await renderer.render(toDocumentModel(order))
  // Both are waited for, so that nothing is written any more when a failure deletes the folder.
  const outcomes = await Promise.allSettled([
    storeFile(store, describe(order, 'pdf', 'application/pdf'), pdf),
    storeFile(store, describe(order, 'csv', 'text/csv; charset=utf-8'), csv),
  ])
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

/**
 * Deletes what was stored for an order that failed, unless it turns out to have been made after all: a
 * connection lost during commit leaves that open, and an order without its files would be worse than
 * files without an order.
 */
export async function discardOrderFiles(
  { database, store, logger }: Context,
  order: NewOrderDocument,
): Promise<void> {
  try {
    const made = await database.query('select 1 from order_document where id = $1', [
      order.documentId,
    ])
    if (made.length === 0) await store.deleteFolder(folderOf(order))
  } catch (error) {
    logger.error(
      { err: error, folder: folderOf(order) },
      'files of a failed order were left behind',
    )
  }
}

async function storeFile(store: FileStore, file: NamedFile, bytes: Uint8Array): Promise<NewFile> {
  await store.put(file.storageKey, bytes, file.contentType)
  const checksum = createHash('md5').update(bytes).digest('base64')
  return { ...file, byteSize: bytes.byteLength, checksum }
}

function describe(order: NewOrderDocument, kind: 'pdf' | 'csv', contentType: string): NamedFile {
  const id = newUuid()
  const { list, vendor, purchaseOrderNumber } = order
  const filename = nameFile(
    [list.job.name ?? `Job ${list.job.id}`, list.name, vendor.vendorName, purchaseOrderNumber],
    { fallback: order.documentId, extension: kind },
  )
  return { id, kind, filename, contentType, storageKey: `${folderOf(order)}/${id}.${kind}` }
}

function folderOf({ list, documentId }: NewOrderDocument): string {
  return `${list.orgId}/${documentId}`
}
