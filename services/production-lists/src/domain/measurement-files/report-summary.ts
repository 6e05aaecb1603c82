import { Exact } from '../exact.ts'
import { attributeOf, childrenOf } from './element.ts'
import type { Element } from './element.ts'
import { figureKinds } from './figure-kinds.ts'
import type { FigureSheet } from './figure-sheet.ts'
import type { ComputedBuilding } from './report-buildings.ts'
import { geometryFigures } from './report-geometry.ts'
import { AREA_PER_PITCH, PREDOMINANT_PITCH, addPitches } from './report-pitches.ts'
import type { PrintedBuilding, SummaryContext } from './report-pitches.ts'
import { lineOf, NAME_SHOWN_MAX, namesOf } from './measurement-file.ts'
import { readNumber } from './read-number.ts'

/** The names of each figure in a summary; the first that is there counts. Masonry corners occur without `Total`, too. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'roof.roof_facets.area': ['TotalRoofArea'],
  'roof.roof_facets.total': ['TotalRoofFacets'],
  'roof.ridges.length': ['TotalRidgesLength'],
  'roof.hips.length': ['TotalHipsLength'],
  'roof.valleys.length': ['TotalValleysLength'],
  'roof.rakes.length': ['TotalRakesLength'],
  'roof.gutters_eaves.length': ['TotalEavesLength'],
  'roof.flashing.length': ['TotalFlashingLength'],
  'roof.step_flashing.length': ['TotalStepFlashingLength'],
  'roof.parapets.length': ['TotalParapetsLength'],
  'roofline.fascia.length': ['Fascia'],
  'roof.penetrations.total': ['TotalPenetrationsCount'],
  'roof.penetrations.area': ['TotalPenetrationsArea'],
  'roof.penetrations.perimeter': ['TotalPenetrationsPerimeter'],
  'roof.suggested_waste': ['SuggestedWastePercentage'],
  'footprint.stories': ['NumberOfStories'],
  'area.total.walls': ['TotalWallArea'],
  'area.facades.walls': ['TotalWallAreaLessPenetrations'],
  'area.total.siding': ['TotalSidingArea'],
  'area.facades.siding': ['TotalSidingAreaLessPenetrations'],
  'area.total.other': ['TotalMasonryArea'],
  'area.facades.other': ['TotalMasonryAreaLessPenetrations'],
  'walls.facets.total': ['TotalWallFacets'],
  'openings.quantity': ['TotalWindowsAndDoors'],
  'openings.area': ['TotalWindowsAndDoorsArea'],
  'openings.total_perimeter': ['TotalWindowsAndDoorsPerimeter'],
  'corners.inside.len': ['TotalInsideSidingCornersLength'],
  'corners.outside.len': ['TotalOutsideSidingCornersLength'],
  'corners.obtuse_inside.len': ['TotalObtuseInsideSidingCornersLength'],
  'corners.obtuse_outside.len': ['TotalObtuseOutsideSidingCornersLength'],
  'corners.masonry_inside.len': ['InsideMasonryCornersLength', 'TotalInsideMasonryCornersLength'],
  'corners.masonry_outside.len': [
    'OutsideMasonryCornersLength',
    'TotalOutsideMasonryCornersLength',
  ],
  'corners.siding_to_masonry_inside.len': [
    'InsideSidingToMasonryCornersLength',
    'TotalInsideSidingToMasonryCornersLength',
  ],
  'corners.siding_to_masonry_outside.len': [
    'OutsideSidingToMasonryCornersLength',
    'TotalOutsideSidingToMasonryCornersLength',
  ],
  'walls.siding_tops.length': ['TotalTopSidingWallsLength'],
  'walls.siding_bottoms.length': ['TotalBottomSidingWallsLength'],
  'walls.masonry_tops.length': ['TotalTopMasonryWallsLength'],
  'walls.masonry_bottoms.length': ['TotalBottomMasonryWallsLength'],
}
/** Of all corners, which are more than those of siding beside masonry: they count where those of siding are not stated. */
const ALL_CORNERS: Readonly<Record<string, string>> = {
  'corners.inside.len': 'TotalInsideCornersLength',
  'corners.outside.len': 'TotalOutsideCornersLength',
  'corners.obtuse_inside.len': 'TotalObtuseInsideCornersLength',
  'corners.obtuse_outside.len': 'TotalObtuseOutsideCornersLength',
}
/** Known, and nothing is computed from them. */
const UNUSED: ReadonlySet<string> = new Set([
  'StructureComplexity',
  'TotalRoofAreaLessPenetrations',
])
/** They are no sums, so those of several buildings cannot be added. */
const NOT_ADDITIVE: ReadonlySet<string> = new Set(['roof.suggested_waste', 'footprint.stories'])

/**
 * Adds the printed figures, summed over the buildings; what the summary of one lacks is computed from its faces and
 * lines. Returns whether anything is printed.
 */
export function addSummaries(
  buildings: readonly Pick<ComputedBuilding, 'summary' | 'computed'>[],
  context: SummaryContext,
): boolean {
  const { sheet } = context
  const all = buildings.map(({ summary, computed }) => ({
    values: valuesOf(summary, sheet),
    computed,
  }))
  for (const [figure, names] of Object.entries(NAMES)) {
    const allCorners = ALL_CORNERS[figure] ?? []
    addFigure(figure, { names: names.concat(allCorners), all }, context)
    // Another name of the same figure is compared with the first one.
    for (const name of names.slice(1))
      if (all.every(({ values }) => values.has(name)))
        addFigure(figure, { names: [name], all }, context)
  }
  addPitches(all, context)
  const names = new Set(all.flatMap(({ values }) => [...values.keys()]))
  const known = new Set([
    ...Object.values(NAMES).flat(),
    ...Object.values(ALL_CORNERS),
    ...UNUSED,
    PREDOMINANT_PITCH,
  ])
  const unknown = [...names].filter((name) => !known.has(name) && !name.startsWith(AREA_PER_PITCH))
  if (unknown.length > 0) {
    sheet.warn(`The summary has figures that are not read: ${namesOf(unknown)}.`)
  }
  return names.size > 0
}

/** A name with two values is ambiguous, and left out. */
function valuesOf(summary: Element | undefined, sheet: FigureSheet): PrintedBuilding['values'] {
  const values = new Map<string, string>()
  if (summary === undefined) return values
  const ambiguous = new Set<string>()
  for (const element of childrenOf(summary, 'ATTRIBUTE')) {
    const name = attributeOf(element, 'name')
    const value = attributeOf(element, 'value')
    if (name === undefined || value === undefined) continue
    if ((values.get(name) ?? value) !== value) ambiguous.add(name)
    values.set(name, value)
  }
  for (const name of ambiguous) {
    values.delete(name)
    sheet.warn(`The summary has two values of ${namesOf([name])}: both were left out.`)
  }
  return values
}

function addFigure(
  figure: string,
  { names, all }: { readonly names: readonly string[]; readonly all: readonly PrintedBuilding[] },
  { sheet, unit }: SummaryContext,
): void {
  const kind = figureKinds.get(figure) ?? 'length'
  const printed = all.map(({ values }) => names.find((name) => values.has(name)))
  const name = printed.find((one) => one !== undefined)
  if (name === undefined) return
  if (all.length > 1 && NOT_ADDITIVE.has(figure)) {
    return sheet.warn(`${name} of several buildings has no sum, and was left out.`)
  }
  const parts: Exact[] = []
  for (const [index, { values, computed }] of all.entries()) {
    const own = printed[index]
    const text = own === undefined ? undefined : values.get(own)
    const part = text === undefined ? computedPart(computed, figure) : readNumber(text, kind, unit)
    if (part === undefined) {
      return sheet.warn(
        text === undefined
          ? `${name} is missing in the summary of a building, so the sum was left out.`
          : `${own} is "${lineOf(text, NAME_SHOWN_MAX)}", which cannot be read as a number, and was left out.`,
      )
    }
    parts.push(part)
  }
  sheet.add(figure, Exact.sum(0, ...parts), 'summary')
}

/** Undefined when it is not known; faces and lines of which a building has none add nothing. */
function computedPart(computed: FigureSheet | undefined, figure: string): Exact | undefined {
  if (computed === undefined) return undefined
  const value = computed.get(figure)?.value
  if (value !== undefined) return new Exact(value)
  return geometryFigures.has(figure) && !computed.hasLeftOut(figure) ? new Exact(0) : undefined
}
