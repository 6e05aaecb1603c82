import { measurementPaths } from '@takeoff/contracts/jobs/measurements'
import { expect, test } from 'vitest'
import { figureName } from '../../i18n/figure-names.ts'
import {
  FIGURE_GROUPS,
  figuresOf,
  groupOf,
  hasSameFigures,
  pitchesOf,
  shownFigures,
  TYPED_FIGURES,
  unitOfFigure,
  withFigures,
} from './figures.ts'

const measured = {
  roof: {
    hips: { total: 3, length: 43.5 },
    roof_facets: { area: 2139, total: 12 },
    pitch: [{ roof_pitch: '8/12', area: 1750, percentage: 81.8 }, { roof_pitch: '4/12' }],
    skylights: { quantity: 2 },
  },
  source: 'tool',
}

test('measurements have the same figures in whichever order their keys are', () => {
  const { roof } = measured
  expect(
    hasSameFigures({ roof }, { roof: Object.fromEntries(Object.entries(roof).toReversed()) }),
  ).toBe(true)
  expect(hasSameFigures({ roof }, withFigures({ roof }, new Map([['roof.hips.total', 4]])))).toBe(
    false,
  )
  expect(hasSameFigures(undefined, { roof })).toBe(false)
})

test('every figure of the form is one that lists are computed from, and has a name', () => {
  const paths = FIGURE_GROUPS.flatMap((group) => TYPED_FIGURES[group]).map(({ path }) => path)
  const known = new Set(measurementPaths.map((path) => path.join('.')))
  expect(paths.filter((path) => !known.has(path))).toEqual([])
  expect(paths.filter((path) => figureName(path, 'en').includes('›'))).toEqual([])
  expect(paths.filter((path) => figureName(path, 'es').includes('›'))).toEqual([])
})

test('figures are shown in the order of the form, unknown ones last, with counts beside lengths', () => {
  expect(shownFigures(measured)).toEqual([
    { path: 'roof.roof_facets.area', value: 2139, count: undefined },
    { path: 'roof.roof_facets.total', value: 12, count: undefined },
    { path: 'roof.hips.length', value: 43.5, count: 3 },
    { path: 'roof.skylights.quantity', value: 2, count: undefined },
  ])
})

test('the pitch table has what was measured', () => {
  expect(pitchesOf(measured)).toEqual([
    { pitch: '8/12', area: 1750, percentage: 81.8 },
    { pitch: '4/12', area: undefined, percentage: undefined },
  ])
  expect([pitchesOf(undefined), pitchesOf({ roof: { pitch: 'steep' } })]).toEqual([[], []])
})

test('figures are set and taken away, and everything else stays', () => {
  const changes = new Map([
    ['roof.hips.length', 50],
    ['roof.roof_facets.area', undefined],
    ['roof.roof_facets.total', undefined],
    ['area.facades.siding', 2596],
  ])
  expect(withFigures(measured, changes)).toEqual({
    roof: {
      hips: { total: 3, length: 50 },
      pitch: measured.roof.pitch,
      skylights: { quantity: 2 },
    },
    area: { facades: { siding: 2596 } },
    source: 'tool',
  })
  expect(measured.roof.hips.length).toBe(43.5)
})

test.each([undefined, null, 3, 'text', []])('measurements may begin with nothing: %j', (value) => {
  expect(withFigures(value, new Map([['roof.hips.length', 1]]))).toEqual({
    roof: { hips: { length: 1 } },
  })
})

test('an unknown figure is shown by its path, in a group and unit by its words', () => {
  expect(figuresOf({ attic: { floor_area: 5 } })).toEqual([{ path: 'attic.floor_area', value: 5 }])
  expect([groupOf('attic.floor_area'), unitOfFigure('attic.floor_area')]).toEqual([
    'other',
    'SQUARE_FEET',
  ])
  expect(figureName('attic.floor_area', 'en')).toBe('attic › floor area')
})
