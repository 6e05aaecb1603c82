import { expect, test } from 'vitest'
import { en } from '../../../i18n/en.ts'
import { formatOf } from '../../../i18n/format.ts'
import { shownValue } from './shown-value.ts'
import { emptyCondition, emptyTerm } from './template-draft.ts'

const words = {
  messages: en,
  format: formatOf('en'),
  vendors: [{ id: 12, vendorName: 'ABC Supply' }],
}

const steep = { measure: 'roof_area', above: '20', pitchAbove: '8' }

test.each([
  ['name', 'Shingles', 'Shingles'],
  ['color', '', 'empty'],
  ['combineSameProducts', true, 'Yes'],
  ['combineSameProducts', false, 'No'],
  ['type', 'LABOR', 'Labor'],
  ['rounding', 'step', 'To a step'],
  ['rounding', 'toDozens', 'toDozens'],
  ['quantityUnits', 'LINEAR_FEET', 'linear ft'],
  ['measure', [{ ...emptyTerm, measure: 'eaves', width: '3' }], 'Eaves × 3 ft'],
  [
    'conditions',
    [emptyCondition, steep],
    'Valleys is greater than 0, Roof area > 8/12 is greater than 20',
  ],
  ['conditions', [], 'Always'],
  ['product', { id: 5, name: 'WeatherWatch' }, 'WeatherWatch'],
  ['product', null, 'No product'],
  ['vendorId', '12', 'ABC Supply'],
  ['vendorId', '13', '13'],
  ['vendorId', '', 'No vendor'],
  ['removed', true, 'Remove the line'],
  ['removed', false, 'Keep the line as it is now'],
])('%s %j is shown as %s', (field, value, text) => {
  expect(shownValue(field, value, words)).toBe(text)
})
