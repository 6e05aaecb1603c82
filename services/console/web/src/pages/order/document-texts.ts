export type DocumentField = 'mode' | 'language' | 'paper' | 'csvPreset'

/** An empty text leaves it to the organization's brand. */
export type DocumentTexts = Readonly<Partial<Record<DocumentField, string>>>

/** The mode with prices. */
export const OFFICE = 'office'
/** The columns with prices. */
export const ACCOUNTING = 'accounting'

/** The options of a document. Those with prices are left out for people who may not choose them. */
export function textsLike(
  like: Readonly<Record<DocumentField, string>> | undefined,
  hasPrices: boolean,
): DocumentTexts {
  const { mode = 'supplier', language = '', paper = '', csvPreset = '' } = like ?? {}
  return {
    mode: mode === OFFICE && !hasPrices ? 'supplier' : mode,
    language,
    paper,
    csvPreset: csvPreset === ACCOUNTING && !hasPrices ? '' : csvPreset,
  }
}
