import PDFDocument from 'pdfkit'
import type { PlacedLine } from './box.ts'
import type { OrderDocumentModel } from './document-model.ts'
import { layoutDocument, type PageLayout } from './layout.ts'
import { page } from './page-style.ts'
import { dateText, purchaseOrderText, wordingOf } from './wording.ts'

/**
 * Renders an order document as a PDF of US letter pages. The same model gives the same bytes: the
 * file's dates are the order's, and its identifier is derived from them and the title.
 */
export async function renderPdf(model: OrderDocumentModel): Promise<Uint8Array> {
  const document = openDocument(model)
  const bytes = collect(document)
  for (const layout of layoutDocument(model)) drawPage(document, layout)
  document.end()
  return await bytes
}

function openDocument(model: OrderDocumentModel): PDFKit.PDFDocument {
  const { order, organization } = model
  return new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    // From version 1.4 on pdfkit writes XMP metadata as well, without escaping an '&' in a name.
    pdfVersion: '1.3',
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: titleOf(model),
      Author: organization.name,
      Subject: `Order document ${model.id}`,
      Creator: 'Takeoff',
      Producer: 'Takeoff',
      CreationDate: order.createdAt,
      ModDate: order.createdAt,
    },
  })
}

function titleOf(model: OrderDocumentModel): string {
  const name = purchaseOrderText(model) ?? dateText(model.order.createdAt)
  return `${wordingOf(model).title} ${name}, ${model.vendor.vendorName}`
}

async function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of document) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

function drawPage(document: PDFKit.PDFDocument, layout: PageLayout): void {
  document.addPage()
  for (const { y, box } of layout) {
    for (const fill of box.fills) {
      document.rect(page.left + fill.x, y + fill.y, fill.width, fill.height).fill(fill.color)
    }
  }
  let color = ''
  for (const { y, box } of layout) {
    for (const line of box.lines) {
      if (line.style.color !== color) document.fillColor(line.style.color)
      color = line.style.color
      drawLine(document, line, y)
    }
  }
}

function drawLine(
  document: PDFKit.PDFDocument,
  { x, baseline, style, line }: PlacedLine,
  y: number,
): void {
  for (const span of line.spans) {
    // pdfkit takes parsed fonts too; its types do not say so yet.
    document.font(span.face.font as unknown as Uint8Array, span.face.key, style.size)
    document.text(span.text, page.left + x + span.x, y + baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
    })
  }
}
