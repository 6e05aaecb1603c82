import { chooseRenderingMode } from './rendering-mode.ts'
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
  readonly inputHtml?: string | null | undefined
  readonly language?: string | null | undefined
  readonly paper?: string | null | undefined
  readonly csvPreset?: string | null | undefined
}

export type DocumentDefaults = Omit<DocumentOptions, 'mode'>

export const documentDefaults: DocumentDefaults = {
  language: 'en',
  paper: 'letter',
  csvPreset: 'default',
}

export type DocumentOptionsChoice =
  | {
      readonly kind: 'accepted'
      readonly options: Pick<DocumentOptions, 'mode'> & Partial<DocumentDefaults>
      readonly unknownMode?: string
    }
  | { readonly kind: 'unknown-word'; readonly field: string; readonly known: readonly string[] }

/** Case and surrounding space are ignored; an unknown mode warns, every other unknown word is refused. */
export function chooseDocumentOptions(input: DocumentOptionsInput): DocumentOptionsChoice {
  const language = wordOf(input.language, LANGUAGES)
  const paper = wordOf(input.paper, PAPERS)
  const csvPreset = wordOf(input.csvPreset, CSV_PRESETS)
  if (language === null) return { kind: 'unknown-word', field: 'language', known: LANGUAGES }
  if (paper === null) return { kind: 'unknown-word', field: 'paper', known: PAPERS }
  if (csvPreset === null) return { kind: 'unknown-word', field: 'csvPreset', known: CSV_PRESETS }

  const { mode, unknownWord } = chooseRenderingMode(input.inputHtml ?? undefined)
  return {
    kind: 'accepted',
    options: {
      mode,
      ...(language !== undefined && { language }),
      ...(paper !== undefined && { paper }),
      ...(csvPreset !== undefined && { csvPreset }),
    },
    ...(unknownWord !== undefined && { unknownMode: unknownWord }),
  }
}

/** Undefined where nothing is given, null where the word is unknown. */
function wordOf<Word extends string>(
  given: string | null | undefined,
  words: readonly Word[],
): Word | null | undefined {
  if (given === null || given === undefined) return undefined
  const normal = given.trim().toLowerCase()
  return words.find((word) => word === normal) ?? null
}
