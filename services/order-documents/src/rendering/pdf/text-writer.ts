import type { Face } from '../text/face.ts'
import type { TextStyle } from '../layout/page-style.ts'
import type { EmbeddedFont, PdfFile } from './pdf-file.ts'
import type { TextLine } from '../text/text-flow.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** A font of the file, with the texts that were written in it: columns repeat units, colors and names. */
interface UsedFont {
  readonly font: EmbeddedFont
  readonly runs: Map<string, GlyphRun[]>
}

/** Glyphs in PDF's notation; `x` and `y` are their distance from the start of the text in 1/1000 em. */
interface GlyphRun {
  readonly glyphs: string
  readonly x: number
  readonly y: number
  /** The characters that they represent, where the font cannot tell. */
  readonly letter?: string
}

/**
 * Writes lines of text into the current page. pdfkit's `text` measures and wraps placed text again,
 * and flips the page's coordinates for every call, which takes half of a document's time.
 */
export class TextWriter {
  readonly #file: PdfFile
  readonly #fonts = new Map<Face, UsedFont>()
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
    // One call for the line, because pdfkit copies the text of every call character by character.
    let content = 'BT\n'
    for (const span of line.spans) {
      const { font, runs } = this.#fontOf(span.face)
      content += this.#chooseFont(font, style.size)
      for (const run of runsOf(font, runs, span.text)) {
        const at = {
          x: x + span.x + (run.x * style.size) / 1000,
          y: y - (run.y * style.size) / 1000,
        }
        content += show(run, at)
      }
    }
    this.#file.addContent(`${content}ET`)
  }

  #startPage(): void {
    if (this.#file.page === this.#page) return
    this.#page = this.#file.page
    this.#color = ''
    this.#font = ''
  }

  #fontOf(face: Face): UsedFont {
    let used = this.#fonts.get(face)
    if (used === undefined) {
      // pdfkit accepts parsed fonts too, but its types do not declare it yet.
      this.#file.font(face.font as unknown as Uint8Array, face.key)
      used = { font: this.#file.currentFont, runs: new Map() }
      this.#fonts.set(face, used)
    }
    return used
  }

  #chooseFont(font: EmbeddedFont, size: number): string {
    const chosen = `/${font.id} ${round(size)} Tf\n`
    if (chosen === this.#font) return ''
    this.#font = chosen
    const { fonts } = this.#file.page as { fonts: Record<string, object> }
    fonts[font.id] ??= font.ref()
    return chosen
  }
}

function runsOf(font: EmbeddedFont, known: UsedFont['runs'], text: string): GlyphRun[] {
  let runs = known.get(text)
  if (runs === undefined) {
    runs = SHARING.test(text) ? lettersOf(font, text) : glyphRunsOf(font, text)
    known.set(text, runs)
  }
  return runs
}

/** One run, unless a mark is moved to its letter. */
function glyphRunsOf(font: EmbeddedFont, text: string): GlyphRun[] {
  const [codes, positions] = font.encode(text)
  const runs: GlyphRun[] = []
  let glyphs = ''
  let [start, x] = [0, 0]
  const flush = (): void => {
    if (glyphs !== '') runs.push({ glyphs, x: start, y: 0 })
    glyphs = ''
  }
  for (const [index, { xAdvance, advanceWidth, xOffset, yOffset }] of positions.entries()) {
    const code = codes[index] ?? ''
    if (xOffset !== 0 || yOffset !== 0) {
      flush()
      runs.push({ glyphs: code, x: x + xOffset, y: yOffset })
    } else {
      if (glyphs === '') start = x
      const kerning = advanceWidth - xAdvance
      glyphs += kerning === 0 ? code : `${code}> ${round(kerning)} <`
    }
    x += xAdvance
  }
  flush()
  return runs
}

/** Glyph by glyph, each with the characters that it represents. */
function lettersOf(font: EmbeddedFont, text: string): GlyphRun[] {
  const { glyphs } = font.layout(text)
  const [codes, positions] = font.encode(text)
  let start = 0
  return positions.map(({ xAdvance, xOffset, yOffset }, index) => {
    const x = start + xOffset
    start += xAdvance
    const letter = String.fromCodePoint(...(glyphs[index]?.codePoints ?? []))
    return { glyphs: codes[index] ?? '', x, y: yOffset, letter }
  })
}

function show({ glyphs, letter }: GlyphRun, { x, y }: Point): string {
  // pdfkit has the page upside down, so the letters are turned upright again.
  const shown = `1 0 0 -1 ${round(x)} ${round(y)} Tm\n[<${glyphs}>] TJ\n`
  if (letter === undefined) return shown
  return `/Span <</ActualText ${textString(letter)}>> BDC\n${shown}EMC\n`
}

// Arabic letters share their bodies and differ by dots that are glyphs of their own; Thai puts vowels
// together from parts. The characters of such a glyph depend on the letter, and a part may have none.
const SHARING = /[\u0600-\u08ff\u0e00-\u0e7f\ufb50-\ufdff\ufe70-\ufefc]/

const round = (length: number): number => Math.round(length * 1000) / 1000

/** Any text in PDF's notation, as UTF-16 in hexadecimal digits. */
const textString = (text: string): string =>
  `<FEFF${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase()}>`
