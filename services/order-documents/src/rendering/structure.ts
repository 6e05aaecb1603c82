import type { Box, Part } from './box.ts'

/**
 * Builds what a screen reader reads: headings, paragraphs, lists of labels and values, and tables whose
 * rows go on over pages.
 */
export interface Structure {
  /** The element that a part of a box belongs to; to be asked in the order of reading. */
  elementFor(box: Box, part: Part): PDFKit.PDFStructureElement
  figure(alternative: string, frame: readonly number[]): PDFKit.PDFStructureElement
  end(): void
}

export function createStructure(document: PDFKit.PDFDocument): Structure {
  const root = document.struct('Document')
  document.addStructure(root)
  const blocks = openBlocks(document, root)

  return {
    elementFor(box, part) {
      switch (part.tag) {
        case 'Lbl':
          return blocks.label()
        case 'LBody':
          return blocks.value(box)
        case 'TH':
        case 'TD':
          return blocks.cell(box, part)
        default:
          blocks.close()
          return addTo(root, document.struct(part.tag))
      }
    },
    figure(alternative, [left = 0, top = 0, right = 0, bottom = 0]) {
      const options = { alt: alternative, bbox: [left, top, right, bottom], placement: 'Block' }
      return addTo(root, document.struct('Figure', options))
    },
    end() {
      blocks.close()
      root.end()
    },
  }
}

/** The list or table that is being built, of which at most one is open. */
function openBlocks(document: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement) {
  let block: { tag: 'L' | 'Table'; element: PDFKit.PDFStructureElement } | undefined
  let item: PDFKit.PDFStructureElement | undefined
  let cells: PDFKit.PDFStructureElement[] = []
  let row: Box | undefined
  let cellIndex = 0

  const open = (tag: 'L' | 'Table'): PDFKit.PDFStructureElement => {
    if (block?.tag === tag) return block.element
    close()
    const element = addTo(root, document.struct(tag))
    if (tag === 'L') setAttributes(element, { O: 'List', ListNumbering: 'None' })
    block = { tag, element }
    return element
  }
  const close = (): void => {
    block?.element.end()
    block = undefined
    item = undefined
    row = undefined
  }
  /** Ended items are written at once, so that a long table is not kept in memory. */
  const nextItem = (parent: 'L' | 'Table', tag: 'LI' | 'TR'): PDFKit.PDFStructureElement => {
    const element = open(parent)
    item?.end()
    item = addTo(element, document.struct(tag))
    cells = []
    return item
  }

  return {
    close,
    label: () => addTo(nextItem('L', 'LI'), document.struct('Lbl')),
    value(box: Box): PDFKit.PDFStructureElement {
      const [body] = cells
      if (box.continues && body) return body
      const parent = item ?? nextItem('L', 'LI')
      const element = addTo(parent, document.struct('LBody'))
      cells = [element]
      return element
    },
    cell(box: Box, part: Part): PDFKit.PDFStructureElement {
      const isNewRow = box !== row || (box.role === 'totals' && part.tag === 'TH')
      if (isNewRow) {
        if (box.role === 'column-titles' || (box.role === 'totals' && box !== row)) close()
        row = box
        cellIndex = 0
        if (!box.continues) nextItem('Table', 'TR')
      }
      const known = cells[cellIndex++]
      if (known) return known
      const element = document.struct(part.tag)
      if (part.tag === 'TH') setAttributes(element, headerAttributes(box))
      cells.push(element)
      return addTo(item ?? root, element)
    },
  }
}

function headerAttributes({ role, columnSpan }: Box): Record<string, unknown> {
  const scope = role === 'totals' ? 'Row' : 'Column'
  return { O: 'Table', Scope: scope, ...(columnSpan !== undefined && { ColSpan: columnSpan }) }
}

function addTo(
  parent: PDFKit.PDFStructureElement,
  child: PDFKit.PDFStructureElement,
): PDFKit.PDFStructureElement {
  parent.add(child)
  return child
}

/** pdfkit has no options for these attributes. */
function setAttributes(element: PDFKit.PDFStructureElement, attributes: object): void {
  const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } }
  dictionary.data['A'] = attributes
}
