import type { Face } from '../text/face.ts'
import type { TextStyle } from '../layout/page-style.ts'
import type { EmbeddedFont, GlyphPosition, PdfFile } from './pdf-file.ts'
import type { TextLine } from '../text/text-flow.ts'
import { textString } from './text-string.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Writes lines of text into the current page. pdfkit's `text` measures and wraps placed text again,
 * and flips the page's coordinates for every call, which takes half of a document's time.
 */
export class TextWriter {
  readonly #file: PdfFile
  // The text state of the current page.
  #page: PDFKit.PDFPage | undefined
  #color = ''
  #font = ''

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** Writes a line whose baseline begins at `x` and `y`, in points from the page's top left corner. */
  write(line: TextLine, style: TextStyle, { x, y }: Point): void {
    this.#startPage()
    if (style.color !== this.#color) this.#file.fillColor(style.color)
    this.#color = style.color
    this.#file.addContent('BT')
    for (const span of line.spans) {
      const font = this.#useFont(span.face, style.size)
      const start = { x: x + span.x, y }
      if (SHARING.test(span.text)) this.#writeLetters(font, span.text, start, style.size / 1000)
      else this.#writeGlyphs(font.encode(span.text), start, style.size / 1000)
    }
    this.#file.addContent('ET')
  }

  #startPage(): void {
    if (this.#file.page === this.#page) return
    this.#page = this.#file.page
    this.#color = ''
    this.#font = ''
  }

  #useFont(face: Face, size: number): EmbeddedFont {
    // pdfkit accepts parsed fonts too, but its types do not declare it yet.
    this.#file.font(face.font as unknown as Uint8Array, face.key)
    const font = this.#file.currentFont
    const { fonts } = this.#file.page as { fonts: Record<string, object> }
    fonts[font.id] ??= font.ref()
    const chosen = `/${font.id} ${round(size)} Tf`
    if (chosen !== this.#font) this.#file.addContent(chosen)
    this.#font = chosen
    return font
  }

  #writeGlyphs(
    [codes, positions]: [string[], GlyphPosition[]],
    { x, y }: Point,
    scale: number,
  ): void {
    let start = x
    let glyphs = ''
    let at = x
    const flush = (next: number): void => {
      if (glyphs !== '') this.#show(glyphs, start, y)
      glyphs = ''
      start = next
    }
    for (const [index, position] of positions.entries()) {
      const { xAdvance, advanceWidth, xOffset, yOffset } = position
      const code = codes[index] ?? ''
      if (xOffset !== 0 || yOffset !== 0) {
        // A mark that is placed on its letter.
        flush(at)
        this.#show(code, at + xOffset * scale, y - yOffset * scale)
        start = at + xAdvance * scale
      } else {
        const kerning = advanceWidth - xAdvance
        glyphs += kerning === 0 ? code : `${code}> ${round(kerning)} <`
      }
      at += xAdvance * scale
    }
    flush(at)
  }

  /** Writes glyph by glyph, each with the characters that it represents. */
  #writeLetters(font: EmbeddedFont, text: string, { x, y }: Point, scale: number): void {
    const { glyphs } = font.layout(text)
    const [codes, positions] = font.encode(text)
    let at = x
    for (const [index, { xAdvance, xOffset, yOffset }] of positions.entries()) {
      const letter = String.fromCodePoint(...(glyphs[index]?.codePoints ?? []))
      this.#file.addContent(`/Span <</ActualText ${textString(letter)}>> BDC`)
      this.#show(codes[index] ?? '', at + xOffset * scale, y - yOffset * scale)
      this.#file.addContent('EMC')
      at += xAdvance * scale
    }
  }

  #show(glyphs: string, x: number, y: number): void {
    // pdfkit has the page upside down, so the letters are turned upright again.
    this.#file.addContent(`1 0 0 -1 ${round(x)} ${round(y)} Tm\n[<${glyphs}>] TJ`)
  }
}

// Arabic letters share their bodies and differ by dots that are glyphs of their own; Thai puts vowels
// together from parts. The characters of such a glyph depend on the letter, and a part may have none.
const SHARING = /[\u0600-\u08ff\u0e00-\u0e7f\ufb50-\ufdff\ufe70-\ufefc]/

const round = (length: number): number => Math.round(length * 1000) / 1000
