import { type Face, openFace } from './face.ts'
import { type FontFile, fontFiles, type Weight } from './font-files.ts'

/** A run of text that one face can draw. */
export interface FaceRun {
  readonly face: Face
  readonly text: string
}

/** All faces of one weight, searched in order for characters that earlier ones lack. */
export interface Typeface {
  /** Splits `text` into runs of one face each; characters that no face has become a visible substitute. */
  runsOf(text: string): FaceRun[]
}

// The only state of this folder: parsed fonts are immutable, and parsing them for every document
// would take longer than drawing it.
const openFaces = new Map<string, Face>()
const typefaces = new Map<Weight, Typeface>()

export function typefaceOf(weight: Weight): Typeface {
  let typeface = typefaces.get(weight)
  if (!typeface) {
    typeface = createTypeface(fontFiles(weight))
    typefaces.set(weight, typeface)
  }
  return typeface
}

function createTypeface(files: readonly FontFile[]): Typeface {
  const chosen = new Map<string, FaceRun[]>()
  const [first] = files
  if (!first) throw new Error('a typeface needs at least one font file')

  const faceFor = (codePoints: readonly number[]): Face | undefined => {
    const file = files.find((file) => codePoints.every((code) => faceOf(file).covers(code)))
    return file && faceOf(file)
  }
  const choose = (grapheme: string): FaceRun[] => {
    const codePoints = drawnCodePoints(grapheme)
    const face = faceFor(codePoints)
    if (face) return [{ face, text: keepCovered(grapheme, face) }]
    const [base = 0, ...marks] = codePoints
    const baseFace = faceFor([base])
    if (!baseFace) return [{ face: faceOf(first), text: codePoints.map(substitute).join('') }]
    return [
      { face: baseFace, text: String.fromCodePoint(base) },
      { face: faceOf(first), text: marks.map(substitute).join('') },
    ]
  }
  const runsOf = (grapheme: string): FaceRun[] => {
    let runs = chosen.get(grapheme)
    if (!runs) {
      runs = choose(grapheme)
      if (chosen.size < CHOICES_MAX) chosen.set(grapheme, runs)
    }
    return runs
  }

  return {
    runsOf: (text) =>
      PRINTABLE_ASCII.test(text)
        ? [{ face: faceOf(first), text }]
        : joinRuns(Array.from(graphemes.segment(text)).flatMap(({ segment }) => runsOf(segment))),
  }
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/
const CHOICES_MAX = 20_000
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function faceOf({ key, path }: FontFile): Face {
  let face = openFaces.get(key)
  if (!face) {
    face = openFace(key, path)
    openFaces.set(key, face)
  }
  return face
}

// Joiners, variation selectors and skin tones only choose between shapes of their neighbours.
const isInvisible = (codePoint: number): boolean =>
  (codePoint >= 0x200b && codePoint <= 0x200f) ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
  (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff)

const drawnCodePoints = (grapheme: string): number[] =>
  Array.from(grapheme, (character) => character.codePointAt(0) ?? 0).filter(
    (codePoint) => !isInvisible(codePoint),
  )

// A joiner that the face does not know would be drawn as its box for missing characters.
const keepCovered = (grapheme: string, face: Face): string =>
  Array.from(grapheme)
    .filter((character) => face.covers(character.codePointAt(0) ?? 0))
    .join('')

/** `[U+1F9F1]`: names the missing character, and survives copying out of the document. */
const substitute = (codePoint: number): string =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`

function joinRuns(runs: readonly FaceRun[]): FaceRun[] {
  const joined: FaceRun[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last?.face === run.face) joined[joined.length - 1] = { ...run, text: last.text + run.text }
    else joined.push(run)
  }
  return joined
}
