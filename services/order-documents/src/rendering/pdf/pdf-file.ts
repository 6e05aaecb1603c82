import PDFDocument from 'pdfkit'
import type { PictureSize } from '../layout/sheet.ts'
import { escapeXml } from './escape-xml.ts'

/** The metadata of a PDF file. */
export interface Metadata {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly language: string
  readonly creator: string
  readonly createdAt: Date
}

/** pdfkit's own font, which embeds the used glyphs into the file. Lengths are in 1/1000 em. */
export interface EmbeddedFont {
  readonly id: string
  ref(): object
  encode(text: string): [codes: string[], positions: GlyphPosition[]]
  layout(text: string): { readonly glyphs: readonly Glyph[] }
}

interface Glyph {
  /** The characters that it represents; none when another glyph represents them. */
  readonly codePoints: readonly number[]
}

export interface GlyphPosition {
  /** The distance to the next glyph, with and without kerning. */
  readonly xAdvance: number
  readonly advanceWidth: number
  readonly xOffset: number
  readonly yOffset: number
}

/** The properties of a structure element that pdfkit writes; its types omit the last two. */
export interface ElementOptions {
  readonly alt?: string
  /** Left, top, right and bottom edge in points from the page's top left corner. */
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number]
  readonly scope?: 'Column' | 'Row'
}

/** Private parts of pdfkit. No other file uses any; the tests of rendering read the files back. */
interface DocumentInternals {
  /** The font that `font` chose last. */
  readonly _font: EmbeddedFont
}

interface ElementInternals {
  /** The element's object in the file; `A` are its attributes. */
  readonly dictionary: { readonly data: { readonly A?: object } }
}

/** What pdfkit reads of a picture. */
interface Picture extends PictureSize {
  /** Of Exif, from 1 to 8. */
  readonly orientation: number
}

interface PictureInternals {
  openImage(bytes: Uint8Array): Picture
}

/** pdfkit pushes every line of the file, which Node would copy into a buffer of its own otherwise. */
const STREAM = { objectMode: true }

/** A PDF file as pdfkit writes it, tagged for screen readers. */
export class PdfFile extends PDFDocument {
  constructor(metadata: Metadata, size: [number, number]) {
    super({
      ...STREAM,
      size,
      margin: 0,
      autoFirstPage: false,
      font: '',
      pdfVersion: '1.7',
      tagged: true,
      lang: metadata.language,
      displayTitle: true,
      info: {
        Title: metadata.title,
        Author: metadata.author,
        Subject: metadata.subject,
        Creator: metadata.creator,
        Producer: metadata.creator,
        CreationDate: metadata.createdAt,
        ModDate: metadata.createdAt,
      },
    })
  }

  /** Private, because pdfkit has no method that returns the font, whose glyphs `TextWriter` places. */
  get currentFont(): EmbeddedFont {
    return (this as unknown as DocumentInternals)._font
  }

  /** Adds an element to the structure. A function that is added to it runs and draws its content. */
  addElement(
    parent: PDFKit.PDFStructureElement,
    tag: string,
    options: ElementOptions = {},
  ): PDFKit.PDFStructureElement {
    const element = this.struct(tag, options)
    parent.add(element)
    return element
  }

  /** Private, because pdfkit has no option for the number of columns of a header cell. */
  setColumnSpan(headerCell: PDFKit.PDFStructureElement, columnSpan: number): void {
    const { data } = (headerCell as unknown as ElementInternals).dictionary
    Object.assign(data, { A: { ...data.A, ColSpan: columnSpan } })
  }

  /** Ends the file. */
  bytes(): Promise<Uint8Array> {
    const lines: Uint8Array[] = []
    return new Promise((resolve, reject) => {
      this.on('data', (line: Uint8Array) => lines.push(line))
      this.on('end', () => resolve(Buffer.concat(lines)))
      this.on('error', reject)
      this.end()
    })
  }

  /**
   * pdfkit copies the document's information into the XMP packet without escaping it, so an '&' in a name
   * would make the packet unreadable. The information itself is written before, unescaped.
   */
  override endMetadata(): void {
    for (const [key, value] of Object.entries(this.info)) {
      if (typeof value === 'string') Object.assign(this.info, { [key]: escapeXml(value) })
    }
    super.endMetadata()
  }
}

/** Private, because pdfkit's types omit the method. */
export function openImage(bytes: Uint8Array): Picture {
  const document = new PDFDocument({ autoFirstPage: false })
  return (document as unknown as PictureInternals).openImage(bytes)
}
