import type { Part, PlacedLine } from './box.ts'
import type { PageLayout, PlacedBox } from './layout.ts'
import type { OpenLogo } from './logo.ts'
import type { Page } from './page-style.ts'
import { createStructure, type Structure } from './structure.ts'

interface Pen {
  readonly document: PDFKit.PDFDocument
  readonly structure: Structure
  readonly left: number
  readonly logo: OpenLogo | undefined
  color: string
}

/** Draws all pages, and tags what is on them. */
export function drawPages(
  document: PDFKit.PDFDocument,
  layouts: readonly PageLayout[],
  { page, logo }: { page: Page; logo: OpenLogo | undefined },
): void {
  const structure = createStructure(document)
  for (const layout of layouts) {
    document.addPage()
    const pen: Pen = { document, structure, left: page.left, logo, color: '' }
    drawFills(pen, layout)
    for (const placed of layout) {
      for (const part of placed.box.parts) drawPart(pen, placed, part)
      drawPicture(pen, placed)
    }
  }
  structure.end()
}

function drawFills({ document, left }: Pen, layout: PageLayout): void {
  document.markContent('Artifact', { type: 'Layout' })
  for (const { y, box } of layout) {
    for (const fill of box.fills) {
      document.rect(left + fill.x, y + fill.y, fill.width, fill.height).fill(fill.color)
    }
  }
  document.endMarkedContent()
}

function drawPart(pen: Pen, { y, box }: PlacedBox, part: Part): void {
  const { document, structure } = pen
  if (part.tag === 'Artifact') {
    document.markContent('Artifact', { type: 'Pagination' })
    for (const line of part.lines) drawLine(pen, line, y)
    document.endMarkedContent()
    return
  }
  const element = structure.elementFor(box, part)
  if (part.lines.length === 0) return
  const content = document.markStructureContent(part.tag)
  for (const line of part.lines) drawLine(pen, line, y)
  document.endMarkedContent()
  element.add(content)
}

function drawLine(pen: Pen, { x, baseline, style, line }: PlacedLine, y: number): void {
  const { document } = pen
  if (style.color !== pen.color) document.fillColor(style.color)
  pen.color = style.color
  for (const span of line.spans) {
    // pdfkit takes parsed fonts too; its types do not say so yet.
    document.font(span.face.font as unknown as Uint8Array, span.face.key, style.size)
    document.text(span.text, pen.left + x + span.x, y + baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
    })
  }
}

function drawPicture({ document, structure, left, logo }: Pen, { y, box }: PlacedBox): void {
  const { picture } = box
  if (picture === undefined || logo === undefined) return
  const { width, height, alternative } = picture
  const [x, top] = [left + picture.x, y + picture.y]
  const figure = structure.figure(alternative, [x, top, x + width, top + height])
  const content = document.markStructureContent('Figure')
  const source = logo.pictureFor(document) as Buffer
  document.image(source, x, top, { fit: [width, height] })
  document.endMarkedContent()
  figure.add(content)
}
