import { describe, expect, test } from 'vitest'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { measurementPaths } from '@takeoff/contracts/jobs/measurements'
import { measureNames } from './measure.ts'
import {
  describeMeasure,
  measure,
  missingKeyOf,
  readTerm,
  termViolation,
} from './measure-expression.ts'
import type { MeasureExpression } from './measure-expression.ts'

/** The example of the takeoff design. */
const measured: Measurements = {
  roof: {
    roof_facets: { area: 2139, total: 12 },
    ridges_hips: { length: 123.5, total: 6 },
    ridges: { length: 80 },
    hips: { length: 43.5 },
    valleys: { length: 85, total: 4 },
    rakes: { length: 115, total: 8 },
    gutters_eaves: { length: 189, total: 9 },
    pitch: [
      { roof_pitch: '8/12', area: 1750, percentage: 81.8 },
      { roof_pitch: '4/12', area: 389, percentage: 18.2 },
      { roof_pitch: null, area: 5 },
    ],
  },
  area: { facades: { siding: 2596, other: 0 }, total: { siding: 2906 } },
  openings: { quantity: 18, total_perimeter: 284 },
  roofline: { eaves_fascia: { length: 189, soffit_area: 226 } },
  corners: { outside: { qty: 8, len: 96 } },
  accessories: { shutter: { qty: 6 } },
}

const one = (name: MeasureExpression[number]['measure']): MeasureExpression => [{ measure: name }]

describe('a measure', () => {
  test.for([
    ['roof area', one('roof_area'), '21.39'],
    ['steep roof, 8/12 and up', one('steep_roof_area'), '17.5'],
    ['drip edge: eaves + rakes', [{ measure: 'eaves' }, { measure: 'rakes' }], '304'],
    ['ridge cap', one('ridges_hips'), '123.5'],
    [
      'ice and water: valleys and eaves × width, in squares',
      [
        { measure: 'valleys', width: 3 },
        { measure: 'eaves', width: 6 },
      ],
      '13.89',
    ],
    ['roof steeper than 4/12', [{ measure: 'roof_area', pitchAbove: 4 }], '17.5'],
    ['roof steeper than 8/12', [{ measure: 'roof_area', pitchAbove: 8 }], '0'],
    ['siding', one('siding_area'), '25.96'],
    ['a fixed count', [{ measure: 'job', times: 4 }], '4'],
    ['two coats around each opening', [{ measure: 'openings_perimeter', times: 2 }], '568'],
    ['a missing measurement', one('step_flashing'), '0'],
  ] as const)('%s', ([, expression, expected]) => {
    expect(measure(expression, measured).toString()).toBe(expected)
  })

  test('ridges, hips and their sum are calculated from each other where two of them were measured', () => {
    const onlyParts = { roof: { ridges: { length: 80 }, hips: { length: 43.5 } } }
    const sumAndHips = { roof: { ridges_hips: { length: 123.5 }, hips: { length: 43.5 } } }
    const onlySum = { roof: { ridges_hips: { length: 123.5 } } }

    expect(measure(one('ridges_hips'), onlyParts).toNumber()).toBe(123.5)
    expect(measure(one('ridges'), sumAndHips).toNumber()).toBe(80)
    expect(measure(one('ridges'), onlySum).toNumber()).toBe(0)
  })

  test('eaves and rakes together are those that were measured together, or the sum of both', () => {
    const both = { gutters_eaves: { length: 189 }, rakes: { length: 115 } }
    expect(measure(one('eaves_rakes'), { roof: both }).toNumber()).toBe(304)
    const together = { roof: { ...both, eaves_rakes: { length: 300 } } }
    expect(measure(one('eaves_rakes'), together).toNumber()).toBe(300)
    const { rakes } = both
    expect(missingKeyOf({ measure: 'eaves_rakes' }, { roof: { rakes } })).toBe(
      'roof.eaves_rakes.length',
    )
  })

  test.each([-3, 1e9, '12', null, [4], {}])(
    'a value that was kept before its key was known counts as missing when it is %j',
    (length) => {
      const measured = { roof: { parapets: { length } } }
      expect(missingKeyOf({ measure: 'parapets' }, measured)).toBe('roof.parapets.length')
      expect(measure(one('parapets'), measured).toNumber()).toBe(0)
    },
  )

  test('a measurement has at most 5 decimals', () => {
    expect(
      measure(one('roof_area'), { roof: { roof_facets: { area: 1000 / 3 } } }).toString(),
    ).toBe('3.33333')
  })
})

test('every measure but job reads the known key that it names when it is missing', () => {
  const known = new Set(measurementPaths.map((path) => path.join('.')))
  const keys = measureNames.map((name) => missingKeyOf({ measure: name }, {}))
  expect(keys.filter((key) => key === undefined)).toHaveLength(1)
  expect(keys.filter((key) => key !== undefined && !known.has(key))).toEqual([])

  for (const [index, name] of measureNames.entries()) {
    const path = keys[index]?.split('.') ?? []
    const value = path.at(-1) === 'pitch' ? [{ roof_pitch: '8/12', area: 7 }] : 7
    const measured = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    expect(missingKeyOf({ measure: name }, measured as Measurements)).toBeUndefined()
    expect(readTerm({ measure: name }, measured as Measurements).toNumber()).toBe(
      name === 'job' ? 1 : 7,
    )
  }
  expect(missingKeyOf({ measure: 'roof_area', pitchAbove: 8 }, {})).toBe('roof.pitch')
})

test.for<[Measurements['roof'], string | undefined, number]>([
  [{ ridges: { length: 80 } }, 'roof.hips.length', 80],
  [{ ridges: { length: null }, hips: { length: 0 } }, 'roof.ridges.length', 0],
  [{ ridges: { length: 80 }, hips: { length: 0 } }, undefined, 80],
  [{ ridges_hips: { length: 90 }, ridges: { length: 80 } }, undefined, 90],
  [{}, 'roof.ridges_hips.length', 0],
])('ridges and hips in %j lack %s and are %d', ([roof, missing, length]) => {
  expect(missingKeyOf({ measure: 'ridges_hips' }, { roof })).toBe(missing)
  expect(readTerm({ measure: 'ridges_hips' }, { roof }).toNumber()).toBe(length)
})

const flat = { roof_pitch: '4/12', area: 389 }

test.for<[NonNullable<Measurements['roof']>['pitch'], string | undefined, number]>([
  [[flat, { roof_pitch: '10/12', percentage: 100 }], 'roof.pitch[1].area', 0],
  [
    [
      { roof_pitch: '9/12', area: 7 },
      { roof_pitch: '10/12', area: null },
    ],
    'roof.pitch[1].area',
    7,
  ],
  [[{ roof_pitch: 'steep', area: 7 }], 'roof.pitch[0].roof_pitch', 0],
  [[{ roof_pitch: null, area: 7 }], 'roof.pitch[0].roof_pitch', 0],
  [[null], 'roof.pitch[0].roof_pitch', 0],
  [[{ roof_pitch: '4/12' }, { roof_pitch: '10/12', area: 7 }], undefined, 7],
  [[{ area: 0 }, { roof_pitch: '10:12', area: 7 }], undefined, 7],
  [[{ roof_pitch: '0/12', area: 7 }], undefined, 0],
  [[], undefined, 0],
  [null, 'roof.pitch', 0],
])('the steep part of the pitches %j lacks %s and has %d square feet', ([pitch, missing, area]) => {
  for (const part of [
    { measure: 'steep_roof_area' },
    { measure: 'roof_area', pitchAbove: 8 },
  ] as const) {
    expect(missingKeyOf(part, { roof: { pitch } })).toBe(missing)
    expect(readTerm(part, { roof: { pitch } }).toNumber()).toBe(area)
  }
})

test('a pitch without an area matters only where the facets of the pitch count', () => {
  const roof = { pitch: [{ roof_pitch: '6/12' }, { roof_pitch: '10/12', area: 7 }] }
  expect(missingKeyOf({ measure: 'roof_area', pitchAbove: 4 }, { roof })).toBe('roof.pitch[0].area')
  expect(missingKeyOf({ measure: 'roof_area', pitchAbove: 6 }, { roof })).toBeUndefined()
})

test.for([
  [{ measure: 'roof_area' }, 'squares', undefined],
  [{ measure: 'roof_area' }, 'linear_feet', 'roof_area is not measured in linear_feet'],
  [{ measure: 'eaves' }, 'squares', 'eaves is not measured in squares'],
  [{ measure: 'eaves', width: 3 }, 'squares', undefined],
  [{ measure: 'roof_area', width: 3 }, 'squares', 'roof_area is not a length and takes no width'],
  [{ measure: 'openings' }, null, undefined],
  [{ measure: 'eaves' }, null, 'eaves is not measured in pieces'],
] as const)('%j in %s: %s', ([term, units, violation]) => {
  expect(termViolation(term, units)).toBe(violation)
})

test('an expression can be described in words', () => {
  const expression: MeasureExpression = [
    { measure: 'valleys', width: 3 },
    { measure: 'eaves', width: 6, times: 2 },
    { measure: 'rakes', times: 2 },
    { measure: 'roof_area', pitchAbove: 8 },
  ]
  expect(describeMeasure(expression)).toBe(
    'valleys × 3 ft + 2 × eaves × 6 ft + 2 × rakes + roof_area above 8/12',
  )
})
