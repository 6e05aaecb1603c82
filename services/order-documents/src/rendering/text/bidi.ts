import bidiFactory from 'bidi-js'

// At run time the import is the factory itself (CommonJS); the types declare it as the member `default`.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Whether `text` holds Hebrew, Arabic or another script that runs from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

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
 * Splits one line of text into segments, in the order in which they are drawn from left to right (Unicode Standard
 * Annex 9, rule L2), with mirrored brackets. A Hebrew or Arabic word keeps its letters in reading order, because the
 * font's shaping reverses them.
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

// In right-to-left text each Hebrew or Arabic word is a segment, and each other character.
const WORD_OR_CHARACTER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{M}\u200c\u200d]+|./gsu

const splitSegment = ({ text, level }: Segment): Segment[] =>
  level % 2 === 0
    ? [{ text, level }]
    : Array.from(text.matchAll(WORD_OR_CHARACTER), ([word]) => ({ text: word, level }))

/** Rule L2: from the highest level down, reverses each sequence of segments of that level or a higher one. */
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
