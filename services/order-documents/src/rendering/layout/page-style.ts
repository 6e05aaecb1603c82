import type { Paper } from '../../domain/documents/document-options.ts'
import type { FontStyle } from '../text/text-flow.ts'

/** One sheet of paper, in points; the content lies between the margins. */
export interface Page {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  /** Where the content ends and the footer begins. */
  readonly bottom: number
  readonly contentWidth: number
}

const MARGIN = 40
const FOOTER = 52

const pages: Readonly<Record<Paper, Page>> = {
  letter: sheetOf(612, 792),
  a4: sheetOf(595.28, 841.89),
}

export const pageOf = (paper: Paper): Page => pages[paper]

function sheetOf(width: number, height: number): Page {
  return {
    width,
    height,
    left: MARGIN,
    top: MARGIN,
    bottom: height - FOOTER,
    contentWidth: width - 2 * MARGIN,
  }
}

export const color = {
  ink: '#17212b',
  muted: '#5c6873',
  accent: '#1d4f7c',
  hairline: '#d5dbe1',
  tint: '#eef2f6',
} as const

/** Sizes and leading in points. */
export interface TextStyle extends FontStyle {
  readonly lineHeight: number
  readonly color: string
}

export const style = {
  organization: { weight: 'semibold', size: 15, lineHeight: 19, color: color.ink },
  title: { weight: 'semibold', size: 19, lineHeight: 23, color: color.accent },
  subtitle: { weight: 'regular', size: 9, lineHeight: 12, color: color.muted },
  contact: { weight: 'regular', size: 8.5, lineHeight: 11.5, color: color.muted },
  label: { weight: 'regular', size: 7.5, lineHeight: 10.5, color: color.muted },
  value: { weight: 'semibold', size: 9.5, lineHeight: 12.5, color: color.ink },
  detail: { weight: 'regular', size: 8, lineHeight: 11, color: color.muted },
  heading: { weight: 'semibold', size: 11, lineHeight: 15, color: color.ink },
  columnTitle: { weight: 'semibold', size: 7.5, lineHeight: 10, color: color.muted },
  group: { weight: 'semibold', size: 9, lineHeight: 12, color: color.ink },
  cell: { weight: 'regular', size: 9, lineHeight: 12, color: color.ink },
  smallCell: { weight: 'regular', size: 8, lineHeight: 11.5, color: color.ink },
  note: { weight: 'regular', size: 8, lineHeight: 10.5, color: color.muted },
  smallNote: { weight: 'regular', size: 7.5, lineHeight: 10, color: color.muted },
  total: { weight: 'semibold', size: 10.5, lineHeight: 14, color: color.ink },
  running: { weight: 'semibold', size: 8.5, lineHeight: 12, color: color.muted },
  footer: { weight: 'regular', size: 7.5, lineHeight: 10, color: color.muted },
} as const satisfies Record<string, TextStyle>
