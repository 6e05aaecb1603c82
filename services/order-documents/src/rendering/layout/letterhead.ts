import { type Box, heightOf, type Part, placeLines, type PlacedPicture, setLines } from './box.ts'
import type { Letterhead } from '../../domain/brand/letterhead.ts'
import { style } from './page-style.ts'
import type { PictureSize, Sheet } from './sheet.ts'
import { subtitlesOf, titleOf } from '../words/wording.ts'
import { fillIn } from '../words/words.ts'

const TITLE_WIDTH = 220
const GAP = 20
const RULE = 1.5
const LOGO = { width: 190, height: 52, gap: 8 }

/** The head of the first page: the ordering organization on the left, the document's title on the right. */
export function letterheadBox(sheet: Sheet): Box {
  const { page, accent } = sheet
  const title = titleParts(sheet)
  const picture = logoOf(sheet)
  const sender = senderPart(sheet, picture === undefined ? 0 : picture.height + LOGO.gap)
  const height = Math.max(sender.bottom, title.bottom) + 12
  return {
    role: 'letterhead',
    height: height + RULE + 14,
    fills: [{ x: 0, y: height, width: page.contentWidth, height: RULE, color: accent }],
    parts: [...title.parts, sender.part],
    ...(picture && { picture }),
  }
}

function titleParts({ model, words, page, accent }: Sheet): { parts: Part[]; bottom: number } {
  const heading = setLines(titleOf(model), { ...style.title, color: accent }, TITLE_WIDTH)
  const subject = [
    ...subtitlesOf(model).flatMap((text) => setLines(text, style.subtitle, TITLE_WIDTH)),
    ...setLines(fillIn(words.document, model.id), style.footer, TITLE_WIDTH),
  ]
  const right = { x: page.contentWidth - TITLE_WIDTH, width: TITLE_WIDTH, align: 'right' } as const
  return {
    parts: [
      { tag: 'H1', lines: placeLines(heading, { ...right, y: -3 }) },
      { tag: 'P', lines: placeLines(subject, { ...right, y: heightOf(heading) - 1 }) },
    ],
    bottom: heightOf(heading) + heightOf(subject),
  }
}

function senderPart(sheet: Sheet, y: number): { part: Part; bottom: number } {
  const { organization } = sheet.model
  const width = sheet.page.contentWidth - TITLE_WIDTH - GAP
  const lines = [
    ...setLines(organization.name, style.organization, width),
    ...contactLines(organization).flatMap((text) => setLines(text, style.contact, width)),
  ]
  return {
    part: { tag: 'P', lines: placeLines(lines, { x: 0, y, width }) },
    bottom: y + heightOf(lines),
  }
}

function contactLines({ addressLines, phone, email, website }: Letterhead): string[] {
  const reachedAt = [phone, email].filter((part) => part)
  return [...addressLines, reachedAt.join('  ·  '), website ?? '']
}

/** The logo above the name, as large as its frame allows and never larger than at 72 dpi. */
function logoOf({ logo, model, words }: Sheet): PlacedPicture | undefined {
  if (logo === undefined) return undefined
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1)
  const alternative = fillIn(words.logo, model.organization.name)
  return { x: 0, y: 0, ...scaled(logo, scale), alternative }
}

const scaled = ({ width, height }: PictureSize, scale: number): PictureSize => ({
  width: width * scale,
  height: height * scale,
})
