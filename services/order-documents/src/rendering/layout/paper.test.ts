import { describe, expect, it } from 'vitest'
import type { Box, PlacedLine } from './box.ts'
import { layoutDocument, type PageLayout } from './layout.ts'
import { pageOf, style } from './page-style.ts'
import { widestDocument } from '../testing/widest-document.ts'
import { wrapText } from '../text/text-flow.ts'
import { hardDocument, plainDocument, sampleDocuments } from '../testing/sample-documents.ts'

const samples = sampleDocuments(1, 40, 1000).flatMap((sample) => [
  { ...sample, name: 'plain', model: plainDocument(sample) },
  { ...sample, name: 'hard', model: hardDocument(sample) },
])

/** The area that ink covers, in points from the top left corner of the content. */
interface Ink {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly text: string
}

// Inter's capitals are 0.73 of the size high, and its letters reach 0.21 below the line.
const inkOf = ({ x, baseline, style, line }: PlacedLine, y: number): Ink => ({
  left: x,
  right: x + line.width,
  top: y + baseline - style.size * 0.73,
  bottom: y + baseline + style.size * 0.21,
  text: line.spans.map(({ text }) => text).join(''),
})

function inksOf(layout: PageLayout): Ink[] {
  return layout.flatMap(({ y, box }) => {
    const lines = box.parts.flatMap(({ lines }) => lines).map((line) => inkOf(line, y))
    if (box.picture === undefined) return lines
    const { x, width, height } = box.picture
    const top = y + box.picture.y
    return [...lines, { left: x, right: x + width, top, bottom: top + height, text: 'logo' }]
  })
}

function overlapping(inks: readonly Ink[]): string[] {
  const sorted = inks.toSorted((a, b) => a.top - b.top)
  return sorted.flatMap((ink, index) => {
    const found: string[] = []
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]
      if (other === undefined || other.top >= ink.bottom - 0.01) break
      if (other.left < ink.right - 0.01 && other.right > ink.left + 0.01) {
        found.push(`${ink.text} / ${other.text}`)
      }
    }
    return found
  })
}

const roles = (layout: PageLayout, ...wanted: Box['role'][]): Box[] =>
  layout.map(({ box }) => box).filter(({ role }) => wanted.includes(role))

describe.each(samples)(
  '$name $layout order in $language on $paper with $lineCount lines',
  ({ model, lineCount }) => {
    const logo = { width: 360, height: 90 }
    const pages = layoutDocument(model, logo)
    const page = pageOf(model.paper)

    it('keeps every line, rule and picture inside the margins', () => {
      const outside = pages.flatMap((layout) => [
        ...inksOf(layout).filter(
          ({ left, right, top, bottom }) =>
            left < -0.01 ||
            right > page.contentWidth + 0.01 ||
            top < page.top - 8 ||
            bottom > page.height - 20,
        ),
        ...layout.flatMap(({ box }) =>
          box.fills.filter(
            ({ x, y, width, height }) =>
              x < 0 || x + width > page.contentWidth + 0.01 || y + height > box.height + 0.01,
          ),
        ),
      ])
      expect(outside).toEqual([])
    })

    it('places no two texts over each other', () => {
      expect(pages.flatMap((layout) => overlapping(inksOf(layout)))).toEqual([])
    })

    it('shows the column titles above the rows of every page', () => {
      const firsts = pages
        .map((layout) => roles(layout, 'column-titles', 'line').map(({ role }) => role))
        .filter((order) => order.includes('line'))
        .map(([first]) => first)
      expect(new Set(firsts)).toEqual(new Set(['column-titles']))
      expect(pages.slice(3).every((layout) => roles(layout, 'line').length > 0)).toBe(true)
    })

    it('numbers every line once, in order', () => {
      const numbers = pages
        .flatMap((layout) => roles(layout, 'line'))
        .filter(({ continues }) => !continues)
        .map(({ parts }) => parts[0]?.lines[0]?.line.spans[0]?.text)
      expect(numbers).toEqual(Array.from({ length: lineCount }, (_, index) => `${index + 1}`))
    })
  },
)

// Wide letters, a letter of Chinese, and two scripts without a font, whose characters are shown by their code points.
describe.each(['W', 'M', '中', 'क', 'ა'])(
  'an order whose texts are all %s and as long as accepted',
  (character) => {
    const model = widestDocument(character)
    describe.each(['letter', 'a4'] as const)('on %s', (paper) => {
      const pages = layoutDocument({ ...model, paper }, { width: 800, height: 220 })
      const page = pageOf(paper)

      it('has nothing below the content of a page, nor one text over another', () => {
        const content = pages.map((layout) => layout.filter(({ box }) => box.role !== 'footer'))
        const below = content.flatMap((layout) => [
          ...inksOf(layout).filter(({ bottom }) => bottom > page.bottom),
          ...layout.filter(({ y, box }) => y + box.height > page.bottom + 0.01),
        ])
        expect(below).toEqual([])
        expect(pages.flatMap((layout) => overlapping(inksOf(layout)))).toEqual([])
      })

      it('prints every character of its head', () => {
        const shown = wrapText(character, style.value, Infinity)[0]?.spans[0]?.text ?? ''
        const texts = pages
          .flatMap((layout) => roles(layout, 'letterhead', 'details', 'delivery'))
          .flatMap(({ parts }) => parts)
          .filter(({ tag }) => tag === 'P' || tag === 'LBody')
          .flatMap(({ lines }) => lines)
          .map(({ line }) => line.spans.map(({ text }) => text).join(''))
        const { organization, job, list, vendor, order } = model
        const head = JSON.stringify({ organization, job, list, vendor, order })
        // The subtitle repeats the number of the order that this one changes.
        const expected = head.split(character).length - 1 + 64
        expect(texts.join('').split(shown).length - 1).toBe(expected)
      })

      it('begins on the first page', () => {
        expect(roles(pages[0] ?? [], 'letterhead')).toHaveLength(1)
      })
    })
  },
)
