import { expect, test } from 'vitest'
import { coverageOf } from './template-line.ts'

const packages = [
  { unit: 'BUNDLES', holds: 33.333333, of: 'SQUARE_FEET' },
  { unit: 'ROLLS', holds: 50, of: 'LINEAR_FEET' },
  { unit: 'LINEAR_FEET', holds: 3, of: 'CLIPS' },
  { unit: 'BOXES', holds: 12, of: 'PIECES' },
  { unit: 'DROPS', holds: 0.0001, of: 'SQUARE_FEET' },
]

test.for([
  ['its own', 0.5, 'squares', 'BUNDLES', '0.5'],
  ['that of a package', null, 'squares', 'BUNDLES', '0.33333333'],
  ['that of a package, to 15 digits', null, 'linear_feet', 'CLIPS', '0.333333333333333'],
  ['feet of a roll', null, 'linear_feet', 'ROLLS', '50'],
  ['pieces of a box', null, null, 'BOXES', '12'],
  ['one where the units are the same', null, 'squares', 'SQUARES', '1'],
  ['none where no package converts', null, 'squares', 'ROLLS', undefined],
  ['none where it would be less than the least decimal', null, 'squares', 'DROPS', undefined],
] as const)('a line covers %s', ([, coverage, measurementUnits, quantityUnits, expected]) => {
  const line = { coverage, measurementUnits, quantityUnits }
  expect(coverageOf(line, packages)?.toString()).toBe(expected)
})
