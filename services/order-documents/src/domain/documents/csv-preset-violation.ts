import type { CsvPreset } from './document-options.ts'
import type { RenderingMode } from './rendering-mode.ts'

/**
 * Why a document for these readers cannot have the requested CSV columns; undefined when it can.
 * An accounting file consists of prices, which a supplier or a crew must never see.
 */
export function csvPresetViolation(mode: RenderingMode, csvPreset: CsvPreset): string | undefined {
  if (csvPreset !== 'accounting' || mode === 'office') return undefined
  return `the preset "accounting" has prices, and a document for the ${mode} has none. Set inputHtml to "office", or choose another preset.`
}
