import PDFDocument from 'pdfkit'
import { PackedObjects } from './packed-objects.ts'
import { type Metadata, xmpPacket } from './xmp.ts'

/** pdfkit's own font, which embeds the used glyphs into the file. Lengths are in 1/1000 em. */
export interface EmbeddedFont {
  readonly id: string
  ref(): object
  encode(text: string): [codes: string[], positions: GlyphPosition[]]
  layout(text: string): { readonly glyphs: readonly Glyph[] }
}

interface Glyph {
  /** The characters that it stands for; none when another glyph stands for them. */
  readonly codePoints: readonly number[]
}

export interface GlyphPosition {
  /** How far the next glyph is, and how far it would be without kerning. */
  readonly xAdvance: number
  readonly advanceWidth: number
  readonly xOffset: number
  readonly yOffset: number
}

/** Private parts of pdfkit. No other file uses any; the tests of rendering read the files back. */
interface Internals {
  readonly _root: { readonly id: number; readonly data: Record<string, unknown> }
  readonly _info: { readonly id: number }
  readonly _id: Uint8Array
  /** Where each object begins, by its number less one. */
  readonly _offsets: (number | null)[]
  readonly _offset: number
  /** The font that `font` chose last. */
  readonly _font: EmbeddedFont
  _write(data: string | Uint8Array): void
  push(end: null): void
}

/**
 * A PDF file as pdfkit draws it, with two differences: its metadata is correct, and small objects share
 * compressed streams (PDF 1.5, ISO 32000-1 7.5.7). The structure for screen readers has an object for
 * each cell of a table: 4 MB for 5,000 lines when each stands by itself, 0.5 MB packed.
 */
export class PdfFile extends PDFDocument {
  readonly #metadata: Metadata
  readonly #packed = new PackedObjects()

  constructor(metadata: Metadata, size: [number, number]) {
    super({
      size,
      margin: 0,
      autoFirstPage: false,
      font: '',
      pdfVersion: '1.7',
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
    this.#metadata = metadata
  }

  get #internals(): Internals {
    return this as unknown as Internals
  }

  get currentFont(): EmbeddedFont {
    return this.#internals._font
  }

  /** Sets a packed object as the structure of the document, which is then marked as tagged. */
  setStructure(id: number): void {
    const { data } = this.#internals._root
    data['MarkInfo'] = { Marked: true }
    data['StructTreeRoot'] = new PackedReference(id)
  }

  /** The number of an object that `writePacked` will write. */
  newObject(): number {
    return this.#internals._offsets.push(null)
  }

  /** Writes an object other than a stream; `text` is in PDF's own notation and ASCII. */
  writePacked(id: number, text: string): void {
    this.#packed.add(id, text)
    if (this.#packed.isFull) this.#flush()
  }

  /** pdfkit would end its own structure, which does not exist here. */
  override endMarkings(): void {
    this.#flush()
  }

  /** pdfkit's own packet does not escape an '&' in a name, which makes it unreadable. */
  override endMetadata(): void {
    const packet = this.ref({ Type: 'Metadata', Subtype: 'XML' })
    packet.compress = false
    packet.end(xmpPacket(this.#metadata))
    this.#internals._root.data['Metadata'] = packet
  }

  /** pdfkit's table of objects cannot point into streams; this one can (ISO 32000-1 7.5.8). */
  _finalize(): void {
    const { _root, _info, _id, _offsets, _offset } = this.#internals
    const id = Buffer.from(_id).toString('hex')
    const trailer = `/Root ${_root.id} 0 R /Info ${_info.id} 0 R /ID [<${id}> <${id}>]`
    const table = this.#packed.crossReference([..._offsets, _offset])
    const entries = [
      `/Type /XRef /Size ${_offsets.length + 2} ${trailer}`,
      `/W ${table.widths} /Filter /FlateDecode /DecodeParms ${table.predictor}`,
      `/Length ${table.bytes.length}`,
    ]
    this.#write(`${_offsets.length + 1} 0 obj\n<<${entries.join(' ')}>>\nstream`)
    this.#write(table.bytes)
    this.#write(`\nendstream\nendobj\nstartxref\n${_offset}\n%%EOF`)
    this.#internals.push(null)
  }

  #flush(): void {
    if (this.#packed.isEmpty) return
    const { head, body, count } = this.#packed.take()
    const stream = this.ref({ Type: 'ObjStm', N: count, First: head.length })
    this.#packed.placeIn(stream.id)
    stream.end(Buffer.from(head + body, 'latin1'))
  }

  #write(data: string | Uint8Array): void {
    this.#internals._write(data)
  }
}

/** A reference to a packed object. pdfkit writes unknown objects as their text. */
class PackedReference {
  readonly #id: number

  constructor(id: number) {
    this.#id = id
  }

  get [Symbol.toStringTag](): string {
    return 'PackedReference'
  }

  toString(): string {
    return `${this.#id} 0 R`
  }
}
