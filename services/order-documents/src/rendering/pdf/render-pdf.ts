import type { OrderDocumentModel } from '../document-model.ts'
import { drawPages } from './draw-pages.ts'
import { layoutDocument } from '../layout/layout.ts'
import { openLogo } from './logo.ts'
import { pageOf } from '../layout/page-style.ts'
import { type Metadata, PdfFile } from './pdf-file.ts'
import { momentText, purchaseOrderText, titleOf, wordsOf } from '../words/wording.ts'

const CREATOR = 'Takeoff'

/**
 * Renders an order document as a tagged PDF. The same model gives the same bytes: the file's dates are the
 * order's, and its identifier is derived from them and the title.
 */
export async function renderPdf(model: OrderDocumentModel): Promise<Uint8Array> {
  const page = pageOf(model.paper)
  const document = new PdfFile(metadataOf(model), [page.width, page.height])
  const logo = openLogo(model.organization.logo)
  drawPages(document, layoutDocument(model, logo), { page, logo })
  return await document.bytes()
}

function metadataOf(model: OrderDocumentModel): Metadata {
  const { language, order, organization, vendor } = model
  const number = purchaseOrderText(order.purchaseOrderNumber)
  const name = number ?? momentText(model, order.createdAt)
  return {
    title: `${titleOf(model)} ${name}, ${vendor.vendorName}`,
    author: organization.name,
    subject: `Order document ${model.id}`,
    language: wordsOf(language).locale,
    creator: CREATOR,
    createdAt: order.createdAt,
  }
}
