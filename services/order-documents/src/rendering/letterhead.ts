import { type Box, heightOf, placeLines, setLines } from './box.ts'
import type { Letterhead, OrderDocumentModel } from './document-model.ts'
import { color, contentWidth, style } from './page-style.ts'
import { shorten } from './shorten.ts'
import { wordingOf } from './wording.ts'

const TITLE_WIDTH = 220
const GAP = 20
const RULE = 1.5
const ADDRESS_LINES_MAX = 6

/** The head of the first page: who orders on the left, what this is on the right. */
export function letterheadBox(model: OrderDocumentModel): Box {
  const { title, subtitle } = wordingOf(model)
  const width = contentWidth - TITLE_WIDTH - GAP
  const sender = [
    ...setLines(shorten(model.organization.name), style.organization, width),
    ...contactLines(model.organization).flatMap((text) => setLines(text, style.contact, width)),
  ]
  const heading = setLines(title, style.title, TITLE_WIDTH)
  const subject = [
    ...setLines(subtitle, style.subtitle, TITLE_WIDTH),
    ...setLines(`Document ${model.id}`, style.footer, TITLE_WIDTH),
  ]
  const right = { x: contentWidth - TITLE_WIDTH, width: TITLE_WIDTH, align: 'right' } as const
  const height = Math.max(heightOf(sender), heightOf(heading) + heightOf(subject)) + 12
  return {
    role: 'letterhead',
    height: height + RULE + 14,
    fills: [{ x: 0, y: height, width: contentWidth, height: RULE, color: color.accent }],
    lines: [
      ...placeLines(heading, { ...right, y: -3 }),
      ...placeLines(subject, { ...right, y: heightOf(heading) - 1 }),
      ...placeLines(sender, { x: 0, y: 0, width }),
    ],
  }
}

function contactLines({ addressLines, phone, email, website }: Letterhead): string[] {
  const reachedAt = [phone, email].filter((part) => part !== undefined && part !== '')
  const address = addressLines.slice(0, ADDRESS_LINES_MAX)
  return [...address, reachedAt.join('  ·  '), website ?? ''].map((line) => shorten(line, 100))
}
