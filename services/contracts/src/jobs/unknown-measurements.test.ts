import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseMeasurements } from './measurements.ts'
import { nearestKey } from './nearest-key.ts'
import { UnknownMeasurements } from './unknown-measurements.ts'

function warningsOf(...measurements: readonly unknown[]): string[] {
  const unknown = new UnknownMeasurements()
  for (const [index, each] of measurements.entries()) unknown.add(each, `jobs[${index}].`)
  return unknown.sentences()
}

test.for([
  ['roof.ridge', {}, 'roof.ridges'],
  ['roof.ridge', 80, 'roof.ridges'],
  ['roof.facets', {}, 'roof.roof_facets'],
  ['roof.roofFacets', {}, 'roof.roof_facets'],
  ['roof.area', 2139, 'roof.roof_facets.area'],
  ['roof.gutter_eaves', {}, 'roof.gutters_eaves'],
  ['roof.roof_facets.sqft', 2139, undefined],
  ['roof.ridge_length', 80, 'roof.ridges.length'],
  ['roof.valleys.lenght', 80, 'roof.valleys.length'],
  ['roof.valleys.len', 80, 'roof.valleys.length'],
  ['Roof', {}, 'roof'],
  ['ridges', {}, 'roof.ridges'],
  ['facades', {}, 'area.facades'],
  ['roof.pitch.pitch', '8/12', 'roof.pitch.roof_pitch'],
  ['corners.inside.count', 4, undefined],
  ['report', {}, undefined],
  ['property_id', 77, undefined],
  ['surroundings', {}, undefined],
  ['x'.repeat(100_000), 1, undefined],
] as const)('%s: %j is like %s', ([path, value, nearest]) => {
  expect(nearestKey(path.split('.'), value)).toBe(nearest)
})

test('each unknown key is named once, with where it occurs first and in how many jobs', () => {
  const misspelt = { roof: { ridge: { length: 80 }, ridges: { length: 80, total: 3 } } }
  expect(
    warningsOf({}, misspelt, misspelt, {
      report: { tool: 'drone' },
      roof: { pitch: [{ x: 1 }, { x: 2 }] },
    }),
  ).toEqual([
    'jobs[1].measurements.roof.ridge is no known key (in 2 jobs): nothing is computed from it. Did you mean measurements.roof.ridges?',
    'jobs[3].measurements.report is no known key: nothing is computed from it. No known key resembles it.',
    'jobs[3].measurements.roof.pitch.x is no known key: nothing is computed from it. No known key resembles it.',
  ])
})

test.for([{ 'roof.pitch.area': 5 }, { roof: { 'pitch.area': 5 } }])(
  '%j: a key of the members of a list is to be nested in it',
  (measurements) => {
    expect(warningsOf(measurements)).toEqual([
      'jobs[0].measurements.roof.pitch.area is no known key: nothing is computed from it. Write a key for each part of it: {"roof":{"pitch":[{"area":…}]}}.',
    ])
  },
)

test.for([{ 'roof.roof_facets.area': 2139 }, { roof: { 'roof_facets.area': 2139 } }])(
  '%j: a key with the dots of a known path is to be nested',
  (measurements) => {
    expect(warningsOf(measurements)).toEqual([
      'jobs[0].measurements.roof.roof_facets.area is no known key: nothing is computed from it. Write a key for each part of it: {"roof":{"roof_facets":{"area":…}}}.',
    ])
  },
)

test('a known key whose value is not measured is named with what it must be', () => {
  const mistaken = {
    roof: {
      eaves_rakes: { length: '1,234.5' },
      parapets: { length: -40 },
      penetrations: 3,
      predominant_pitch: '8/12',
      suggested_waste: null,
    },
    footprint: { area: 10_000_001, perimeter: 0 },
  }
  const ending = 'nothing is computed from it. Correct it, or leave it out.'
  expect(warningsOf({}, mistaken, { roof: { parapets: { length: 'x' } } }, { zz: 1 })).toEqual([
    `jobs[1].measurements.roof.eaves_rakes.length is no number from 0 to 10000000: ${ending}`,
    `jobs[1].measurements.roof.parapets.length is no number from 0 to 10000000 (in 2 jobs): ${ending}`,
    `jobs[1].measurements.roof.penetrations is no object: ${ending}`,
    `jobs[1].measurements.footprint.area is no number from 0 to 10000000: ${ending}`,
    'jobs[3].measurements.zz is no known key: nothing is computed from it. No known key resembles it.',
  ])
})

test.for([
  [{ roof: { parapets: [{ length: 10 }] } }, 'measurements.roof.parapets is no object'],
  [{ roof: { parapets: ['12 ft'] } }, 'measurements.roof.parapets is no object'],
  [{ footprint: [{ area: 5 }] }, 'measurements.footprint is no object'],
  [{ walls: [1, 2] }, 'measurements.walls is no object'],
  [{ walls: { facets: [{ total: 4 }] } }, 'measurements.walls.facets is no object'],
  [{ roof: { predominant_pitch: 6 } }, 'measurements.roof.predominant_pitch is no text'],
  [{ roof: { predominant_pitch: ['6/12'] } }, 'measurements.roof.predominant_pitch is no text'],
] as const)('%j: %s, and that is named', ([measurements, sentence]) => {
  expect(parseMeasurements(measurements).kind).toBe('accepted')
  expect(warningsOf(measurements)).toEqual([
    `jobs[0].${sentence}: nothing is computed from it. Correct it, or leave it out.`,
  ])
})

test('ridges or hips that are longer than both together are named', () => {
  const roofOf = (ridges: number | null, hips: number | null, both: number | null) => ({
    roof: {
      ridges: { length: ridges },
      hips: { length: hips },
      ridges_hips: both === null ? null : { length: both },
    },
  })
  expect(warningsOf(roofOf(40, null, 90), roofOf(90, 20, null), roofOf(41, null, 40))).toEqual([])
  expect(warningsOf({}, roofOf(90, null, 40), roofOf(41.5, null, 40), roofOf(0, 50, 40))).toEqual([
    'jobs[1].measurements.roof.ridges.length is more than measurements.roof.ridges_hips.length, ridges and hips together (in 2 jobs): where the other part is missing, it counts as 0. Give the right length of both.',
    'jobs[3].measurements.roof.hips.length is more than measurements.roof.ridges_hips.length, ridges and hips together: where the other part is missing, it counts as 0. Give the right length of both.',
  ])
})

test('of many values that are not measured ten are named, the others counted', () => {
  const walls = Object.fromEntries(
    ['siding_tops', 'siding_bottoms', 'masonry_tops', 'masonry_bottoms'].map((key) => [key, '?']),
  )
  const corners = Object.fromEntries(
    ['obtuse', 'masonry', 'siding_to_masonry'].flatMap((kind) =>
      ['inside', 'outside'].map((side) => [`${kind}_${side}`, '?']),
    ),
  )
  expect(warningsOf({ walls, corners, footprint: '?' }).slice(10)).toEqual([
    'And 1 more value cannot be used.',
  ])
  expect(warningsOf({ walls, corners, footprint: { area: '?', perimeter: '?' } }).at(-1)).toBe(
    'And 2 more values cannot be used.',
  )
})

test('of many unknown keys those that resemble known ones are named, the others counted', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`zz${index}`, index]))
  const warnings = warningsOf({ ...many, rooof: {} })
  expect(warnings).toHaveLength(11)
  expect(warnings[0]).toContain('Did you mean measurements.roof?')
  expect(warnings.at(-1)).toBe('And 21 more keys are unknown.')
})

test('of very many unknown keys only the first hundred are compared', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key${n}`, n]))
  const warnings = warningsOf(...Array.from({ length: 50 }, () => many))
  expect(warnings.at(-1)).toBe('And more than 90 more keys are unknown.')
})

test('the keys of real exports are known', async () => {
  const folder = new URL('../../../production-lists/tests/houses/', import.meta.url)
  for (const name of ['cabin', 'dormers', 'ranch']) {
    const text = await readFile(new URL(`${name}.json`, folder), 'utf8')
    expect(warningsOf((JSON.parse(text) as { measurements: unknown }).measurements)).toEqual([])
  }
})
