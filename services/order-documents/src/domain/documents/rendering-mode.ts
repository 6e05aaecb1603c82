import { shortened } from '@takeoff/contracts/character-count'

/**
 * The reader of a document: `supplier` (no prices), `office` (prices, tax and totals), `crew` (labor wording, no
 * prices).
 */
export type RenderingMode = 'supplier' | 'office' | 'crew'

export interface RenderingModeChoice {
  readonly mode: RenderingMode
  /** An unknown mode, shortened to show it. */
  readonly unknownWord?: string
}

const SHOWN_LENGTH_MAX = 40

/**
 * The mode that `inputHtml` names. The specification passes "a rendering mode word" without listing
 * the words, so an unknown one renders the default with a warning and is never refused.
 */
export function chooseRenderingMode(word: string | undefined): RenderingModeChoice {
  const normal = word?.trim().toLowerCase() ?? ''
  switch (normal) {
    case 'supplier':
    case 'office':
    case 'crew':
      return { mode: normal }
    case '':
      return { mode: 'supplier' }
    default:
      return { mode: 'supplier', unknownWord: shortened(normal, SHOWN_LENGTH_MAX) }
  }
}
