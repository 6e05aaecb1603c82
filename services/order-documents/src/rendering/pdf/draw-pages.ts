import type { PlacedLine } from '../layout/box.ts'
import type { PageLayout, PlacedBox } from '../layout/layout.ts'
import type { OpenLogo } from './logo.ts'
import type { Page } from '../layout/page-style.ts'
import type { PdfFile } from './pdf-file.ts'
import { Structure } from './structure.ts'
import type { FontStyle, TextLine } from '../text/text-flow.ts'
import { typefaceOf } from '../text/typeface.ts'
import { TextWriter } from './text-writer.ts'

interface Pen {
  readonly file: PdfFile
  readonly structure: Structure
  readonly writer: TextWriter
  readonly page: Page
  readonly logo: OpenLogo | undefined
}

/** Draws all pages, and links their content to the structure for screen readers. */
export function drawPages(
  file: PdfFile,
  layouts: readonly PageLayout[],
  { page, logo }: { page: Page; logo: OpenLogo | undefined },
): void {
  const structure = new Structure(file)
  const pen: Pen = { file, structure, writer: new TextWriter(file), page, logo }
  for (const layout of layouts) {
    file.addPage()
    drawFills(pen, layout)
    for (const placed of layout) drawBox(pen, placed)
  }
}

function drawFills({ file, structure, page }: Pen, layout: PageLayout): void {
  structure.markArtifact('Layout', () => {
    let color = ''
    for (const { y, box } of layout) {
      for (const fill of box.fills) {
        if (fill.color !== color) file.fillColor(fill.color)
        color = fill.color
        file.rect(page.left + fill.x, y + fill.y, fill.width, fill.height).fill()
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

/** Draws lines with a space after one that ends with a word; otherwise two words are read as one. */
function drawLines({ writer, page }: Pen, lines: readonly PlacedLine[], y: number): void {
  for (const [index, { x, baseline, style, line }] of lines.entries()) {
    const start = { x: page.left + x, y: y + baseline }
    const isEnd = index === lines.length - 1 || line.joinsNext
    writer.write(isEnd ? line : withSpace(line, style), style, start)
  }
}

// A span of its own: at the end of a right-to-left word it would be drawn on the word's left. The typeface chooses its
// face, because some fonts have no space.
function withSpace({ spans, ...line }: TextLine, { weight }: FontStyle): TextLine {
  const space = typefaceOf(weight)
    .runsOf(' ')
    .map((run) => ({ ...run, x: line.width }))
  return { ...line, spans: [...spans, ...space] }
}

function drawPicture({ file, structure, page, logo }: Pen, { y, box }: PlacedBox): void {
  const { picture } = box
  if (picture === undefined || logo === undefined) return
  const { width, height, alternative } = picture
  const [left, top] = [page.left + picture.x, y + picture.y]
  structure.markFigure(alternative, [left, top, left + width, top + height], () => {
    file.image(logo.pictureFor(file) as Buffer, left, top, { fit: [width, height] })
  })
}
