import type { Box, Part } from '../layout/box.ts'
import type { ElementOptions, PdfFile } from './pdf-file.ts'

/**
 * Assigns each part of a document its place in the structure for screen readers: headings, paragraphs,
 * lists of labels and values, and tables whose rows continue over pages. Parts come in reading order.
 */
export class Structure {
  readonly #file: PdfFile
  readonly #root: PDFKit.PDFStructureElement
  /** The list or table that is being read. */
  #block: { readonly tag: 'L' | 'Table'; readonly element: PDFKit.PDFStructureElement } | undefined
  /** Its last row, or pair of label and value. */
  #item: PDFKit.PDFStructureElement | undefined
  /** The parts of the item so far. */
  #cells: PDFKit.PDFStructureElement[] = []
  #row: Box | undefined
  #cellIndex = 0

  constructor(file: PdfFile) {
    this.#file = file
    this.#root = file.struct('Document')
    // First, because an element runs `draw` at once only when it belongs to the file.
    file.addStructure(this.#root)
  }

  /** Runs `draw`, which draws the lines of a part. */
  mark(box: Box, part: Part, draw: () => void): void {
    switch (part.tag) {
      case 'Artifact':
        return this.markArtifact('Pagination', draw)
      case 'H1':
      case 'H2':
      case 'P':
        return this.#markLeaf(part.tag, {}, draw)
      case 'Lbl':
        this.#startItem('L', 'LI')
        this.#addCell('Lbl').add(draw)
        return
      case 'LBody': {
        const started = box.continues ? this.#cells.at(-1) : undefined
        const body = started ?? this.#addCell('LBody')
        body.add(draw)
        return
      }
      case 'TH':
      case 'TD': {
        const cell = this.#nextCell(box, part.tag)
        if (part.lines.length > 0) cell.add(draw)
      }
    }
  }

  /** Runs `draw`, which draws a picture. */
  markFigure(alt: string, bbox: NonNullable<ElementOptions['bbox']>, draw: () => void): void {
    this.#markLeaf('Figure', { alt, bbox }, draw)
  }

  /** Runs `draw`, whose content screen readers skip. */
  markArtifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#file.markContent('Artifact', { type })
    draw()
    this.#file.endMarkedContent()
  }

  #markLeaf(tag: string, options: ElementOptions, draw: () => void): void {
    this.#endBlock()
    this.#file.addElement(this.#root, tag, options).add(draw)
  }

  #nextCell(box: Box, tag: 'TH' | 'TD'): PDFKit.PDFStructureElement {
    if (this.#startsRow(box, tag)) {
      if (startsTable(box) && box !== this.#row) this.#endBlock()
      this.#row = box
      this.#cellIndex = 0
      if (!box.continues) this.#startItem('Table', 'TR')
    }
    const cell = this.#cells[this.#cellIndex] ?? this.#addTableCell(box, tag)
    this.#cellIndex += 1
    return cell
  }

  /** A box is a row; only the totals are a row for each of their labels. */
  #startsRow(box: Box, tag: 'TH' | 'TD'): boolean {
    return box !== this.#row || (box.role === 'totals' && tag === 'TH')
  }

  #startItem(blockTag: 'L' | 'Table', itemTag: 'LI' | 'TR'): void {
    if (this.#block?.tag !== blockTag) {
      this.#endBlock()
      this.#block = { tag: blockTag, element: this.#file.addElement(this.#root, blockTag) }
    }
    this.#endItem()
    this.#item = this.#file.addElement(this.#block.element, itemTag)
  }

  #addTableCell({ role, columnSpan }: Box, tag: 'TH' | 'TD'): PDFKit.PDFStructureElement {
    if (tag === 'TD') return this.#addCell(tag)
    const cell = this.#addCell(tag, { scope: role === 'totals' ? 'Row' : 'Column' })
    if (columnSpan !== undefined) this.#file.setColumnSpan(cell, columnSpan)
    return cell
  }

  #addCell(tag: string, options: ElementOptions = {}): PDFKit.PDFStructureElement {
    const cell = this.#file.addElement(this.#item ?? this.#root, tag, options)
    this.#cells.push(cell)
    return cell
  }

  /** Writes the item, because a long table would otherwise be kept in memory until the end of the file. */
  #endItem(): void {
    this.#item?.end()
    this.#item = undefined
    this.#cells = []
  }

  #endBlock(): void {
    this.#endItem()
    this.#block = undefined
  }
}

const startsTable = ({ role }: Box): boolean => role === 'column-titles' || role === 'totals'
