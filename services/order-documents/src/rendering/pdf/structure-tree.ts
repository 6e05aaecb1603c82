import type { PdfFile } from './pdf-file.ts'

/** A node of the structure tree for screen readers, until it is ended and written. */
export interface StructureElement {
  readonly id: number
  readonly tag: string
  readonly parentId: number
  /** Further entries in PDF's notation, such as `/A <</O /List>>`. */
  readonly entries: string
  /** The page of the first content; content of other pages says so itself. */
  pageId: number | undefined
  kids: string[]
}

/** Writes the structure of a document (ISO 32000-1 14.7) and links the content of pages to it. */
export interface StructureTree {
  readonly root: StructureElement
  add(parent: StructureElement, tag: string, entries?: string): StructureElement
  /** Runs `draw` and makes what it draws on the current page the element's content. */
  mark(element: StructureElement, draw: () => void): void
  /** Runs `draw`, whose drawing is not read. */
  markArtifact(type: 'Layout' | 'Pagination', draw: () => void): void
  /** Writes an element, to which nothing can be added any more. */
  end(element: StructureElement): void
  endAll(): void
}

export function createStructureTree(file: PdfFile): StructureTree {
  const treeId = file.newObject()
  file.setStructure(treeId)
  // For each page the elements of its contents, in the order of their numbers.
  const contents: number[][] = []
  let page: PDFKit.PDFPage | undefined

  const open = (tag: string, parentId: number, entries: string): StructureElement => ({
    id: file.newObject(),
    tag,
    parentId,
    entries,
    pageId: undefined,
    kids: [],
  })
  const end = ({ id, tag, parentId, entries, pageId, kids }: StructureElement): void => {
    const onPage = pageId === undefined ? '' : ` /Pg ${pageId} 0 R`
    const text = `<</S /${tag} /P ${parentId} 0 R${onPage} /K [${kids.join(' ')}]${entries}>>`
    file.writePacked(id, text)
  }
  /** The number that the next content of the current page gets. */
  const nextContent = (elementId: number): number => {
    if (file.page !== page) {
      page = file.page
      Object.assign(page.dictionary.data, { StructParents: contents.length })
      contents.push([])
    }
    return (contents.at(-1)?.push(elementId) ?? 0) - 1
  }
  const root = open('Document', treeId, '')

  return {
    root,
    end,
    add(parent, tag, entries = '') {
      const element = open(tag, parent.id, entries)
      parent.kids.push(`${element.id} 0 R`)
      return element
    },
    mark(element, draw) {
      const number = nextContent(element.id)
      const pageId = file.page.dictionary.id
      element.pageId ??= pageId
      element.kids.push(
        pageId === element.pageId
          ? String(number)
          : `<</Type /MCR /Pg ${pageId} 0 R /MCID ${number}>>`,
      )
      file.addContent(`/${element.tag} <</MCID ${number}>> BDC`)
      draw()
      file.addContent('EMC')
    },
    markArtifact(type, draw) {
      file.addContent(`/Artifact <</Type /${type}>> BDC`)
      draw()
      file.addContent('EMC')
    },
    endAll() {
      end(root)
      const numbers = contents.map(
        (ids, index) => `${index} [${ids.map((id) => `${id} 0 R`).join(' ')}]`,
      )
      const parents = `/ParentTree <</Nums [${numbers.join(' ')}]>> /ParentTreeNextKey ${numbers.length}`
      file.writePacked(treeId, `<</Type /StructTreeRoot /K [${root.id} 0 R] ${parents}>>`)
    },
  }
}
