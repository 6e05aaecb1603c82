import { describe, expect, it } from 'vitest'
import { csvPresetFault } from './csv-preset-fault.ts'

describe('csvPresetFault', () => {
  it('keeps prices from suppliers and crews', () => {
    expect(csvPresetFault('office', 'accounting')).toBeUndefined()
    expect(csvPresetFault('supplier', 'accounting')).toContain(
      'a document for the supplier has none',
    )
    expect(csvPresetFault('crew', 'accounting')).toContain('Set inputHtml to "office"')
  })

  it.each(['default', 'abc-supply', 'srs', 'qxo'] as const)('lets everybody have %s', (preset) => {
    for (const mode of ['supplier', 'office', 'crew'] as const) {
      expect(csvPresetFault(mode, preset)).toBeUndefined()
    }
  })
})
