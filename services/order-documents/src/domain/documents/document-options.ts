import type { Optional } from '@takeoff/kit/values/optional'
import type { RenderingMode } from './rendering-mode.ts'

export const LANGUAGES = ['en', 'es'] as const
export const PAPERS = ['letter', 'a4'] as const
/** The columns of an order's CSV: Takeoff's own, or those that another program imports. */
export const CSV_PRESETS = ['default', 'accounting', 'abc-supply', 'srs', 'qxo'] as const

/** Of the document's fixed words; names and notes stay as they were written. */
export type Language = (typeof LANGUAGES)[number]
/** US letter (8.5 × 11 in) or A4 (210 × 297 mm), upright. */
export type Paper = (typeof PAPERS)[number]
export type CsvPreset = (typeof CSV_PRESETS)[number]

/** How a document is rendered. */
export interface DocumentOptions {
  readonly mode: RenderingMode
  readonly language: Language
  readonly paper: Paper
  readonly csvPreset: CsvPreset
}

/** The caller's options; the organization's defaults apply to the rest. */
export interface DocumentOptionsInput {
  readonly inputHtml?: Optional<string>
  readonly language?: Optional<string>
  readonly paper?: Optional<string>
  readonly csvPreset?: Optional<string>
}

export type DocumentDefaults = Omit<DocumentOptions, 'mode'>

export const documentDefaults: DocumentDefaults = {
  language: 'en',
  paper: 'letter',
  csvPreset: 'default',
}
