import { expect, test } from 'vitest'
import { measureText, measureWords } from './measure-text.ts'

const term = { width: '', times: '', pitchAbove: '' }

test('measures are summed, each with what it is multiplied by', () => {
  const text = measureText(
    [
      { ...term, measure: 'eaves', width: '6' },
      { ...term, measure: 'roof_area', pitchAbove: '8', times: '2' },
      { ...term, measure: 'later_measure', times: '1' },
    ],
    { eaves: 'Eaves', roof_area: 'Roof area' },
  )

  expect(text).toBe('Eaves × 6 ft + Roof area > 8/12 × 2 + later measure')
})

test('the measure of an item has the same names', () => {
  const names = { eaves: 'Aleros', steep_roof_area: 'Techo inclinado' }
  const measure = 'eaves × 6 ft + steep_roof_area > 8/12 × 2 + later_measure'

  expect(measureWords(measure, names)).toBe(
    'Aleros × 6 ft + Techo inclinado > 8/12 × 2 + later measure',
  )
})
