import { describe, expect, test } from 'vitest'
import { figuresIn, readFileText, textOf } from './example.ts'

/** Two buildings: the first has 1,860 square feet at 9/12 and 5/12, the second is a hipped one of 720 at 9/12. */
const report = textOf('eagleview.xml').replace(/<OVERALL_SUMMARY>[^]*<\/OVERALL_SUMMARY>/, '')
const [first = '', second = ''] = report.match(/<STRUCTURES>[^]*?<\/STRUCTURES>/g) ?? []

type Printed = Readonly<Record<string, string>>
const FIRST: Printed = {
  TotalRoofArea: '1,870',
  TotalRoofFacets: '3',
  TotalEavesLength: '101',
  PredominantPitch: '9/12',
  'RoofAreaPerPitch:9/12': '1605',
  'RoofAreaPerPitch:5/12': '265',
}
const SECOND: Printed = { TotalRoofArea: '725', TotalEavesLength: '96', TotalHipsLength: '77' }

const summaryOf = (printed: Printed): string =>
  `<OVERALL_SUMMARY>${Object.entries(printed)
    .map(([name, value]) => `<ATTRIBUTE name="${name}" value="${value}"/>`)
    .join('')}</OVERALL_SUMMARY>`
const withSummary = (structure: string, printed: Printed): string =>
  structure.replace('</STRUCTURES>', `${summaryOf(printed)}</STRUCTURES>`)
const readBuildings = (...structures: readonly string[]) =>
  readFileText(report.replace(first, structures.join('')).replace(second, ''))
const withoutGeometry = (printed: Printed): string =>
  `<STRUCTURES>${summaryOf(printed)}</STRUCTURES>`

describe('of several buildings', () => {
  test('printed figures of some and computed ones of the others are added', () => {
    const content = readBuildings(withSummary(first, FIRST), second)

    expect(figuresIn(content)).toMatchObject({
      'roof.roof_facets.area': 1870 + 720,
      'roof.roof_facets.total': 3 + 4,
      'roof.gutters_eaves.length': 101 + 96,
      'roof.pitch.9/12': 1605 + 720,
      'roof.pitch.5/12': 265,
      'roof.predominant_pitch': '9/12',
    })
    expect(content.warnings).toEqual([
      'Building 2 has no OVERALL_SUMMARY: what its faces and lines say was added to the printed figures of the others.',
    ])
  })

  test('the same holds for the roofs of one structure', () => {
    const [roof = ''] = /<ROOF [^]*<\/ROOF>/.exec(second) ?? []
    const inside = first
      .replace('</ROOF>', `${summaryOf(FIRST)}</ROOF>`)
      .replace('</STRUCTURES>', `${roof}</STRUCTURES>`)

    expect(figuresIn(readBuildings(inside))).toMatchObject({ 'roof.roof_facets.area': 1870 + 720 })
  })

  test('a figure that one summary lacks is computed for its building', () => {
    const content = readBuildings(withSummary(first, FIRST), withSummary(second, SECOND))

    expect(figuresIn(content)).toMatchObject({
      'roof.roof_facets.area': 1870 + 725,
      'roof.roof_facets.total': 3 + 4,
      'roof.hips.length': 77,
      'roof.pitch.9/12': 1605 + 720,
    })
    expect(content.warnings).toEqual([])
  })

  test('a figure that is neither printed nor computed for one has no sum', () => {
    const content = readBuildings(withSummary(first, { ...FIRST, TotalSidingArea: '600' }), second)

    expect(figuresIn(content)).not.toHaveProperty('area.total.siding')
    expect(content.warnings).toContain(
      'TotalSidingArea is missing in the summary of a building, so the sum was left out.',
    )
  })

  test('a length that cannot be computed for one has no sum', () => {
    const damaged = second.replace(/<POINT id="P3" [^>]*>/, '')
    const printed = { ...FIRST, TotalHipsLength: '0' }
    const content = readBuildings(withSummary(first, printed), damaged)

    expect(figuresIn(content)).not.toHaveProperty('roof.hips.length')
    expect(figuresIn(content)).toMatchObject({ 'roof.gutters_eaves.length': 101 + 96 })
  })

  test('figures are not computed without those of a building that has no faces and lines', () => {
    const content = readBuildings(withoutGeometry(FIRST), withSummary(second, SECOND))

    expect(figuresIn(content)).toEqual({
      'roof.roof_facets.area': 1870 + 725,
      'roof.gutters_eaves.length': 101 + 96,
      'roof.roof_facets.total': 3 + 4,
      'roof.pitch.9/12': 1605 + 720,
      'roof.pitch.5/12': 265,
      'roof.predominant_pitch': '9/12',
    })
    expect(content.warnings).toEqual([
      'TotalHipsLength is missing in the summary of a building, so the sum was left out.',
      'These buildings have no faces and lines: 1. Figures that are not printed were not computed.',
    ])
  })

  test('one about which nothing is said is named', () => {
    for (const empty of ['<STRUCTURES/>', withoutGeometry({})]) {
      const content = readBuildings(withSummary(first, FIRST), empty)

      expect(content.warnings).toEqual([
        'Building 2 has neither OVERALL_SUMMARY nor faces and lines: it is in no figure.',
      ])
      expect(figuresIn(content)).toMatchObject({ 'roof.roof_facets.area': 1870 })
    }
  })

  test('the predominant pitch is that of the largest area', () => {
    const flat = {
      TotalRoofArea: '3,000',
      PredominantPitch: '2/12',
      'RoofAreaPerPitch:2/12': '3000',
    }
    const content = readBuildings(withSummary(first, FIRST), withoutGeometry(flat))

    expect(figuresIn(content)).toMatchObject({ 'roof.predominant_pitch': '2/12' })
  })

  test('areas by pitch are those of the buildings with a roof', () => {
    const walls = { TotalRoofArea: '0', TotalSidingArea: '600' }
    const content = readBuildings(withoutGeometry(FIRST), withoutGeometry(walls))

    expect(figuresIn(content)).toMatchObject({ 'roof.pitch.9/12': 1605, 'roof.pitch.5/12': 265 })
  })

  test('areas by pitch that one with a roof lacks have no sum', () => {
    const content = readBuildings(withoutGeometry(FIRST), withoutGeometry({ TotalRoofArea: '725' }))

    expect(content.measurements).not.toHaveProperty('roof.pitch')
    expect(content.warnings).toContain(
      'The areas by pitch are missing in the summary of a building, so the sum was left out.',
    )
  })
})

describe('the corners of siding', () => {
  const corners = {
    TotalInsideSidingCornersLength: '20',
    TotalInsideCornersLength: '55',
    TotalInsideMasonryCornersLength: '35',
  }

  test('are no contradiction to all corners, which are those of masonry, too', () => {
    const content = readBuildings(withoutGeometry(corners))

    expect(figuresIn(content)).toEqual({
      'corners.inside.len': 20,
      'corners.masonry_inside.len': 35,
    })
    expect(content.warnings).toEqual([])
  })

  test('are all corners where those of siding are not stated', () => {
    const content = readBuildings(
      withoutGeometry(corners),
      withoutGeometry({ TotalInsideCornersLength: '10', TotalInsideMasonryCornersLength: '0' }),
    )

    expect(figuresIn(content)).toMatchObject({
      'corners.inside.len': 30,
      'corners.masonry_inside.len': 35,
    })
  })
})
