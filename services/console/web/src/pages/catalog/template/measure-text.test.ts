import { expect, test } from 'vitest'
import { measureText } from './measure-text.ts'

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
