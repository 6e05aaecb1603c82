import type { PlacedLine } from './box.ts'
import type { PageLayout, PlacedBox } from './layout.ts'
import type { OpenLogo } from './logo.ts'
import type { Page } from './page-style.ts'
import type { PdfFile } from './pdf-file.ts'
import { Structure } from './structure.ts'
import { createStructureTree, type StructureTree } from './structure-tree.ts'

interface Pen {
  readonly file: PdfFile
  readonly tree: StructureTree
  readonly structure: Structure
  readonly page: Page
  readonly logo: OpenLogo | undefined
  color: string
}

/** Draws all pages, and ties what is on them to the structure that is read aloud. */
export function drawPages(
  file: PdfFile,
  layouts: readonly PageLayout[],
  { page, logo }: { page: Page; logo: OpenLogo | undefined },
): void {
  const tree = createStructureTree(file)
  const structure = new Structure(tree)
  for (const layout of layouts) {
    file.addPage()
    const pen: Pen = { file, tree, structure, page, logo, color: '' }
    drawFills(pen, layout)
    for (const placed of layout) drawBox(pen, placed)
  }
  structure.end()
}

function drawFills({ file, tree, page }: Pen, layout: PageLayout): void {
  tree.markArtifact('Layout', () => {
    for (const { y, box } of layout) {
      for (const fill of box.fills) {
        file.rect(page.left + fill.x, y + fill.y, fill.width, fill.height).fill(fill.color)
      }
    }
  })
}

function drawBox(pen: Pen, { y, box }: PlacedBox): void {
  for (const part of box.parts) {
    pen.structure.mark(box, part, () => drawLines(pen, part.lines, y))
  }
  drawPicture(pen, { y, box })
}

/** Draws lines with a space where one ends with a word, without which two words are read as one. */
function drawLines(pen: Pen, lines: readonly PlacedLine[], y: number): void {
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1 || line.line.joinsNext
    drawLine(pen, line, { y, end: isLast ? '' : ' ' })
  }
}

function drawLine(
  pen: Pen,
  { x, baseline, style, line }: PlacedLine,
  { y, end }: { y: number; end: string },
): void {
  const { file } = pen
  if (style.color !== pen.color) file.fillColor(style.color)
  pen.color = style.color
  for (const [index, span] of line.spans.entries()) {
    const text = index === line.spans.length - 1 ? span.text + end : span.text
    // pdfkit takes parsed fonts too; its types do not say so yet.
    file.font(span.face.font as unknown as Uint8Array, span.face.key, style.size)
    file.text(text, pen.page.left + x + span.x, y + baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
    })
  }
}

function drawPicture({ file, structure, page, logo }: Pen, { y, box }: PlacedBox): void {
  const { picture } = box
  if (picture === undefined || logo === undefined) return
  const { width, height, alternative } = picture
  const [left, top] = [page.left + picture.x, y + picture.y]
  const frame = [left, page.height - top - height, left + width, page.height - top] as const
  structure.markFigure(alternative, frame, () => {
    file.image(logo.pictureFor(file) as Buffer, left, top, { fit: [width, height] })
  })
}
