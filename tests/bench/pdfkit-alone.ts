import { readFileSync } from 'node:fs'
import { fontFiles } from '@takeoff/order-documents/rendering/text/font-files'
import { layoutDocument } from '@takeoff/order-documents/rendering/layout/layout'
import type { OrderDocumentModel } from '@takeoff/order-documents/rendering/document-model'
import { pageOf } from '@takeoff/order-documents/rendering/layout/page-style'
import { unpackWoff } from '@takeoff/order-documents/rendering/text/woff'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'

/** A font in the form that pdfkit accepts. */
export type Fonts = ReadonlyMap<string, PDFKit.Mixins.PDFFontSource>

/** Fonts that every document opens itself, as with pdfkit's own `font(file)`. */
export function openedPerDocument(): Fonts {
  const files = [...fontFiles('regular'), ...fontFiles('semibold')]
  // Uncompressed: pdfkit takes four times as long with the compressed files that we ship.
  return new Map(files.map(({ key, path }) => [key, unpackWoff(readFileSync(path))]))
}

/** Fonts parsed once for all documents, which pdfkit accepts but does not document. */
export function parsedOnce(): Fonts {
  return new Map(
    Array.from(openedPerDocument(), ([key, bytes]) => [
      key,
      create(bytes as Buffer) as unknown as Uint8Array,
    ]),
  )
}

/**
 * A program that only draws the texts and rules of our document with pdfkit's own calls: positions, the font of
 * each character and line breaks are computed in advance.
 */
export function pdfkitProgram(model: OrderDocumentModel, fonts: Fonts): () => Promise<Uint8Array> {
  const pages = layoutDocument(model)
  const page = pageOf(model.paper)
  return async () => {
    const document = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      font: '',
      autoFirstPage: false,
    })
    for (const [key, font] of fonts) document.registerFont(key, font)
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    const ended = new Promise((resolve) => document.once('end', resolve))
    for (const boxes of pages) {
      document.addPage()
      for (const { y, box } of boxes) {
        for (const fill of box.fills) {
          document.rect(page.left + fill.x, y + fill.y, fill.width, fill.height).fill(fill.color)
        }
        for (const { x, baseline, style, line } of box.parts.flatMap(({ lines }) => lines)) {
          for (const span of line.spans) {
            document.font(span.face.key).fontSize(style.size).fillColor(style.color)
            document.text(span.text, page.left + x + span.x, y + baseline, {
              lineBreak: false,
              baseline: 'alphabetic',
            })
          }
        }
      }
    }
    document.end()
    await ended
    return Buffer.concat(chunks)
  }
}
