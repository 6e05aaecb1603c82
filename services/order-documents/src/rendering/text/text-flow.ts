import { directionOf, inVisualOrder, hasRightToLeft } from './bidi.ts'
import type { Weight } from './font-files.ts'
import { type FaceRun, typefaceOf } from './typeface.ts'

/** The parts of a style that decide the width of text. `size` is in points. */
export interface FontStyle {
  readonly weight: Weight
  readonly size: number
}

/** A run of one face; `x` is its distance from the line's start in points. */
export interface TextSpan extends FaceRun {
  readonly x: number
}

/** One line, ready to draw; `width` is in points. */
export interface TextLine {
  readonly spans: readonly TextSpan[]
  readonly width: number
  /** The next line continues a word, or a script that has no spaces between words. */
  readonly joinsNext?: true
}

/**
 * Breaks `text` into lines of at most `width` points: between words, between Chinese or Japanese
 * characters, and inside a word only when it is longer than a line. Empty text has no lines.
 */
export function wrapText(text: string, style: FontStyle, width: number): TextLine[] {
  return paragraphsOf(text).flatMap((paragraph) => {
    const direction = hasRightToLeft(paragraph) ? directionOf(paragraph) : undefined
    const line = setLine(paragraph, style, direction)
    if (line.width <= width) return [line]
    return breakLines(paragraph, style, width).map(({ text, joinsNext }) => {
      const line = setLine(text, style, direction)
      return joinsNext ? { ...line, joinsNext } : line
    })
  })
}

// Characters without a shape, or that control hyphenation and direction, which are ignored here; joiners and
// direction marks (U+200B to U+200F) stay, because they shape the letters beside them.
const CONTROLS = /(?![\u200b-\u200f])[\p{Cc}\p{Cf}]/gu
const SPACES = /[\t\u1680\u2000-\u200a\u205f]/g

const paragraphsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll(SPACES, ' ').replaceAll('\u202f', '\u00a0'))
    .map((line) => line.replaceAll(CONTROLS, '').trim())
    .filter((line) => line !== '')

function setLine(text: string, style: FontStyle, direction: 'ltr' | 'rtl' | undefined): TextLine {
  const typeface = typefaceOf(style.weight)
  const runs = direction
    ? inVisualOrder(text, direction).flatMap((part) => typeface.runsOf(part))
    : typeface.runsOf(text)
  let width = 0
  const spans = runs.map((run) => {
    const span = { ...run, x: width }
    width += (run.face.widthOf(run.text) * style.size) / 1000
    return span
  })
  return { spans, width }
}

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef`
const OPENERS = '（「『【《〈“‘'
const CLOSERS = '）」』】》〉、。，．！？：；”’'

// After a space; around a Chinese or Japanese character, but not after an opening or before a
// closing mark; after a hyphen or slash between words (never inside 5/8 or 2-1/2).
const BREAKS = new RegExp(
  [
    String.raw`(?<= )(?=[^ ])`,
    `(?<=[${CJK}])(?<![${OPENERS}])(?![${CLOSERS} ])`,
    `(?<![${OPENERS}])(?=[${CJK}])(?![${CLOSERS}])`,
    String.raw`(?<=\p{L}{2}[-/–])(?=\p{L}{2})`,
  ].join('|'),
  'u',
)

interface Piece {
  readonly text: string
  readonly joinsNext: boolean
}

function breakLines(paragraph: string, style: FontStyle, width: number): Piece[] {
  const lines: Piece[] = []
  let line = ''
  let lineWidth = 0
  for (const piece of paragraph.split(BREAKS).flatMap((word) => cutToFit(word, style, width))) {
    if (line !== '' && lineWidth + widthOf(piece.trimEnd(), style) > width) {
      lines.push({ text: line.trimEnd(), joinsNext: !line.endsWith(' ') })
      line = ''
      lineWidth = 0
    }
    line += piece
    lineWidth += widthOf(piece, style)
  }
  return [...lines, { text: line.trimEnd(), joinsNext: false }]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a word that is longer than a line: after its punctuation if possible, else anywhere. */
function cutToFit(word: string, style: FontStyle, width: number): string[] {
  if (widthOf(word.trimEnd(), style) <= width) return [word]
  return word.split(/(?<=[-–/_.@])/u).flatMap((part) => cutAnywhere(part, style, width))
}

function cutAnywhere(word: string, style: FontStyle, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let pieceWidth = 0
  for (const segment of segmentsOf(word, style, width)) {
    const segmentWidth = widthOf(segment, style)
    if (piece !== '' && pieceWidth + segmentWidth > width) {
      pieces.push(piece)
      piece = ''
      pieceWidth = 0
    }
    piece += segment
    pieceWidth += segmentWidth
  }
  return [...pieces, piece]
}

/** Graphemes; one that is longer than a line, because a font lacks its code points, is cut between these. */
function segmentsOf(word: string, style: FontStyle, width: number): string[] {
  return Array.from(graphemes.segment(word)).flatMap(({ segment }) => {
    if (widthOf(segment, style) <= width) return [segment]
    const pieces: string[] = []
    let piece = ''
    for (const character of segment) {
      if (piece !== '' && widthOf(piece + character, style) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += character
    }
    return [...pieces, piece]
  })
}

function widthOf(text: string, { weight, size }: FontStyle): number {
  let width = 0
  for (const run of typefaceOf(weight).runsOf(text)) width += run.face.widthOf(run.text)
  return (width * size) / 1000
}
