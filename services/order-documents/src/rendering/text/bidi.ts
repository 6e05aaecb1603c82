import bidiFactory from 'bidi-js'

// The package is CommonJS and its types describe the ES module beside it.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Whether `text` holds Hebrew, Arabic or another script that runs from right to left. */
export const isBidirectional = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** The direction of a paragraph: that of its first strong character. */
export function directionOf(paragraph: string): 'ltr' | 'rtl' {
  const level = bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level ?? 0
  return level % 2 === 0 ? 'ltr' : 'rtl'
}

interface Segment {
  readonly text: string
  readonly level: number
}

/**
 * Puts one line of text into the order in which it is drawn, left to right (Unicode Standard
 * Annex 9, rule L2). A word of a right-to-left script keeps its letters in reading order, because
 * the font's shaping turns them around.
 */
export function inVisualOrder(line: string, direction: 'ltr' | 'rtl'): string[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, levels)
  const segments: Segment[] = []
  for (let start = 0; start < line.length;) {
    const level = levels[start] ?? 0
    let end = start
    let text = ''
    for (; end < line.length && levels[end] === level; end++) {
      text += mirrored.get(end) ?? line.charAt(end)
    }
    segments.push(...splitSegment({ text, level }))
    start = end
  }
  return reorder(segments).map((segment) => segment.text)
}

// Within right-to-left text each word and each neutral character is turned around by itself.
const WORDS = /[\p{Script=Hebrew}\p{Script=Arabic}\p{M}\u200c\u200d]+|./gsu

const splitSegment = ({ text, level }: Segment): Segment[] =>
  level % 2 === 0
    ? [{ text, level }]
    : Array.from(text.matchAll(WORDS), ([word]) => ({ text: word, level }))

function reorder(segments: readonly Segment[]): Segment[] {
  const ordered = [...segments]
  const highest = Math.max(0, ...ordered.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}
