import { readFileSync } from 'node:fs'
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { unpackWoff } from './woff.ts'

// A busy office repeats the same few thousand words; a larger cache would not be worth its memory.
const CACHED_WORDS_MAX = 20_000

// Contextual alternates turn '->' into an arrow and '2x4' into '2×4', which is wrong inside a SKU.
const FEATURES = { calt: false }

// Figures of one width line up in columns; elsewhere they would set hyphens and points far apart.
const AMOUNT = /^[$\d.,%]+$/
const AMOUNT_FEATURES = { ...FEATURES, tnum: true }

// Numbers run from left to right in Arabic too; fontkit would turn them around with the script.
const ARABIC_NUMBER = /^[\u0660-\u0669\u06f0-\u06f9\u066b\u066c]+$/

/** One font file, parsed and ready to measure and draw with. */
export interface Face {
  /** Names the face inside a PDF document. */
  readonly key: string
  /** What pdfkit draws with: a fontkit font whose `layout` is shared by all documents. */
  readonly font: Font
  covers(codePoint: number): boolean
  /** Width in thousandths of the font size. */
  widthOf(text: string): number
}

/** Reads a WOFF file from `path`. Costs 1 to 30 ms, so a process opens each file once. */
export function openFace(key: string, path: string): Face {
  const parsed = withOwnCharacters(create(unpackWoff(readFileSync(path))) as Font)
  const shape = memoizeShapes(parsed)
  const layout = (word: string): Shape => {
    const { glyphs, positions, advanceWidth } = joinShapes(splitWords(word).map(shape))
    // pdfkit scales positions in place, so each of its calls receives its own copy.
    return { glyphs, advanceWidth, positions: positions.map((position) => ({ ...position })) }
  }
  return {
    key,
    font: Object.create(parsed, { layout: { value: layout } }) as Font,
    covers: (codePoint) => parsed.hasGlyphForCodePoint(codePoint),
    widthOf: (text) => {
      let width = 0
      for (const word of splitWords(text)) width += shape(word).advanceWidth
      return width * (1000 / parsed.unitsPerEm)
    },
  }
}

/**
 * fontkit caches a glyph with the characters of its first request, or with none when it was first a part
 * of another glyph; a reader would then copy `41=50` for 41.50. Here each text has its own characters.
 */
function withOwnCharacters(font: Font): Font {
  const cachedGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints): Glyph => {
    const glyph = cachedGlyph(id, codePoints)
    return codePoints === undefined
      ? glyph
      : (Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph)
  }
  return font
}

type Shape = Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'>

/** Shaping is the largest cost of text, so every word is shaped once for all documents of a process. */
function memoizeShapes(font: Font): (word: string) => Shape {
  const shapes = new LRUCache<string, Shape>({
    max: CACHED_WORDS_MAX,
    memoMethod: (word) => shapeWord(font, word),
  })
  return (word) => shapes.memo(word)
}

// The sign of a negative amount is not a figure: with a figure's width it would be too far from the amount.
const NEGATIVE_AMOUNT = /^-[$\d.,%]+$/

function shapeWord(font: Font, word: string): Shape {
  if (!NEGATIVE_AMOUNT.test(word)) return shapeRun(font, word)
  return joinShapes([shapeRun(font, '-'), shapeRun(font, word.slice(1))])
}

const joinShapes = (shapes: readonly Shape[]): Shape => ({
  glyphs: shapes.flatMap(({ glyphs }) => glyphs),
  positions: shapes.flatMap(({ positions }) => positions),
  advanceWidth: shapes.reduce((width, shape) => width + shape.advanceWidth, 0),
})

function shapeRun(font: Font, word: string): Shape {
  const features = AMOUNT.test(word) ? AMOUNT_FEATURES : FEATURES
  const direction = ARABIC_NUMBER.test(word) ? 'ltr' : undefined
  try {
    return font.layout(word, features, undefined, undefined, direction)
  } catch {
    // fontkit fails on a mark that its font has no anchor for, such as an accent on a letter of
    // another script. The text is drawn without moving marks to their letters then.
    const unmoved = { ...features, mark: false, mkmk: false }
    return font.layout(word, unmoved, undefined, undefined, direction)
  }
}

// Words and spaces: a word has one shape, whether a space follows it, as when pdfkit draws, or not, as when the end of
// a line is measured.
const splitWords = (text: string): string[] => text.match(/[^ ]+| /g) ?? []
