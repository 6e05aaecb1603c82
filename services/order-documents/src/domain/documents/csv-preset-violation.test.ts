import { describe, expect, it } from 'vitest'
import { csvPresetViolation } from './csv-preset-violation.ts'

describe('csvPresetViolation', () => {
  it('keeps prices from suppliers and crews', () => {
    expect(csvPresetViolation('office', 'accounting')).toBeUndefined()
    expect(csvPresetViolation('supplier', 'accounting')).toContain(
      'a document for the supplier has none',
    )
    expect(csvPresetViolation('crew', 'accounting')).toContain('Set inputHtml to "office"')
  })

  it.each(['default', 'abc-supply', 'srs', 'qxo'] as const)('allows %s for all modes', (preset) => {
    for (const mode of ['supplier', 'office', 'crew'] as const) {
      expect(csvPresetViolation(mode, preset)).toBeUndefined()
    }
  })
})
