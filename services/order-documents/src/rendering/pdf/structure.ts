import type { Box, Part } from '../layout/box.ts'
import type { StructureElement, StructureTree } from './structure-tree.ts'
import { textString } from './text-string.ts'

/** Left, bottom, right and top edge in points from the page's bottom left corner. */
export type Frame = readonly [left: number, bottom: number, right: number, top: number]

/**
 * Assigns each part of a document its place in the structure: headings, paragraphs, lists of labels and
 * values, and tables whose rows continue over pages. Parts come in reading order.
 */
export class Structure {
  readonly #tree: StructureTree
  /** The list or table that is being read. */
  #block: StructureElement | undefined
  /** Its last row, or pair of label and value. */
  #item: StructureElement | undefined
  /** The parts of the item so far. */
  #cells: StructureElement[] = []
  #row: Box | undefined
  #cellIndex = 0

  constructor(tree: StructureTree) {
    this.#tree = tree
  }

  /** Runs `draw`, which draws the lines of a part. */
  mark(box: Box, part: Part, draw: () => void): void {
    switch (part.tag) {
      case 'Artifact':
        return this.#tree.markArtifact('Pagination', draw)
      case 'H1':
      case 'H2':
      case 'P':
        return this.#markLeaf(part.tag, '', draw)
      case 'Lbl':
        this.#startItem('L', 'LI')
        return this.#tree.mark(this.#addCell('Lbl'), draw)
      case 'LBody':
        return this.#tree.mark(
          box.continues ? (this.#cells.at(-1) ?? this.#addCell('LBody')) : this.#addCell('LBody'),
          draw,
        )
      case 'TH':
      case 'TD':
        return this.#markCell(box, part.tag, { draw, isEmpty: part.lines.length === 0 })
    }
  }

  /** Runs `draw`, which draws a picture. */
  markFigure(alternative: string, frame: Frame, draw: () => void): void {
    const box = frame.map((edge) => edge.toFixed(2)).join(' ')
    const layout = `<</O /Layout /Placement /Block /BBox [${box}]>>`
    this.#markLeaf('Figure', ` /Alt ${textString(alternative)} /A ${layout}`, draw)
  }

  end(): void {
    this.#endBlock()
    this.#tree.endAll()
  }

  #markLeaf(tag: string, entries: string, draw: () => void): void {
    this.#endBlock()
    const element = this.#tree.add(this.#tree.root, tag, entries)
    this.#tree.mark(element, draw)
    this.#tree.end(element)
  }

  #markCell(
    box: Box,
    tag: 'TH' | 'TD',
    { draw, isEmpty }: { draw: () => void; isEmpty: boolean },
  ): void {
    if (this.#startsRow(box, tag)) {
      if (startsTable(box) && box !== this.#row) this.#endBlock()
      this.#row = box
      this.#cellIndex = 0
      if (!box.continues) this.#startItem('Table', 'TR')
    }
    const entries = tag === 'TH' ? headerEntries(box) : ''
    const cell = this.#cells[this.#cellIndex] ?? this.#addCell(tag, entries)
    this.#cellIndex += 1
    if (!isEmpty) this.#tree.mark(cell, draw)
  }

  /** A box is a row; only the totals are a row for each of their labels. */
  #startsRow(box: Box, tag: 'TH' | 'TD'): boolean {
    return box !== this.#row || (box.role === 'totals' && tag === 'TH')
  }

  #startItem(blockTag: 'L' | 'Table', itemTag: 'LI' | 'TR'): void {
    if (this.#block?.tag !== blockTag) {
      this.#endBlock()
      const entries = blockTag === 'L' ? ' /A <</O /List /ListNumbering /None>>' : ''
      this.#block = this.#tree.add(this.#tree.root, blockTag, entries)
    }
    this.#endItem()
    this.#item = this.#tree.add(this.#block, itemTag)
  }

  #addCell(tag: string, entries = ''): StructureElement {
    const cell = this.#tree.add(this.#item ?? this.#tree.root, tag, entries)
    this.#cells.push(cell)
    return cell
  }

  #endItem(): void {
    for (const cell of this.#cells) this.#tree.end(cell)
    this.#cells = []
    if (this.#item) this.#tree.end(this.#item)
    this.#item = undefined
  }

  #endBlock(): void {
    this.#endItem()
    if (this.#block) this.#tree.end(this.#block)
    this.#block = undefined
  }
}

const startsTable = ({ role }: Box): boolean => role === 'column-titles' || role === 'totals'

function headerEntries({ role, columnSpan }: Box): string {
  const scope = role === 'totals' ? 'Row' : 'Column'
  const span = columnSpan === undefined ? '' : ` /ColSpan ${columnSpan}`
  return ` /A <</O /Table /Scope /${scope}${span}>>`
}
