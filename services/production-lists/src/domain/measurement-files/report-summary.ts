import { Exact } from '../exact.ts'
import { attributeOf, childrenOf } from './element.ts'
import type { Element } from './element.ts'
import { figureKinds } from './figure-kinds.ts'
import type { FigureSheet } from './figure-sheet.ts'
import { lineOf, NAME_SHOWN_MAX, namesOf } from './measurement-file.ts'
import { readNumber, readPitch } from './read-number.ts'
import type { LengthUnit } from './read-number.ts'

/** The names of each figure in a summary; the first that is there counts. Without `Total` they occur, too. */
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
  'corners.inside.len': ['TotalInsideSidingCornersLength', 'TotalInsideCornersLength'],
  'corners.outside.len': ['TotalOutsideSidingCornersLength', 'TotalOutsideCornersLength'],
  'corners.obtuse_inside.len': [
    'TotalObtuseInsideSidingCornersLength',
    'TotalObtuseInsideCornersLength',
  ],
  'corners.obtuse_outside.len': [
    'TotalObtuseOutsideSidingCornersLength',
    'TotalObtuseOutsideCornersLength',
  ],
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
const PREDOMINANT_PITCH = 'PredominantPitch'
const AREA_PER_PITCH = 'RoofAreaPerPitch:'
/** Known, and nothing is computed from them. */
const UNUSED: ReadonlySet<string> = new Set([
  'StructureComplexity',
  'TotalRoofAreaLessPenetrations',
])
/** They are no sums, so those of several buildings cannot be added. */
const NOT_ADDITIVE: ReadonlySet<string> = new Set(['roof.suggested_waste', 'footprint.stories'])

type Values = ReadonlyMap<string, string>

interface Context {
  readonly sheet: FigureSheet
  readonly unit: LengthUnit
}

/** Adds the printed figures. Several summaries, of several buildings, are added up. Returns whether there were any. */
export function addSummaries(summaries: readonly Element[], context: Context): boolean {
  const all = summaries.map((summary) => valuesOf(summary, context.sheet))
  const names = new Set(all.flatMap((values) => [...values.keys()]))
  for (const [figure, aliases] of Object.entries(NAMES)) {
    const own = aliases.filter((name) => names.has(name))
    for (const name of own) addFigure(figure, { name, all }, context)
  }
  addPitches([...names], all, context)
  const known = new Set([...Object.values(NAMES).flat(), ...UNUSED, PREDOMINANT_PITCH])
  const unknown = [...names].filter((name) => !known.has(name) && !name.startsWith(AREA_PER_PITCH))
  if (unknown.length > 0) {
    context.sheet.warn(`The summary has figures that are not read: ${namesOf(unknown)}.`)
  }
  return names.size > 0
}

/** A name with two values is ambiguous, and left out. */
function valuesOf(summary: Element, sheet: FigureSheet): Values {
  const values = new Map<string, string>()
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
  { name, all }: { readonly name: string; readonly all: readonly Values[] },
  { sheet, unit }: Context,
): void {
  const kind = figureKinds.get(figure) ?? 'length'
  const texts = all.map((values) => values.get(name))
  if (texts.length > 1 && NOT_ADDITIVE.has(figure)) {
    return sheet.warn(`${name} of several buildings has no sum, and was left out.`)
  }
  const read = texts.map((text) => readNumber(text, kind, unit))
  const known = read.filter((value) => value !== undefined)
  if (known.length === read.length) return sheet.add(figure, Exact.sum(0, ...known), 'summary')
  const bad = texts.find((_, index) => read[index] === undefined)
  sheet.warn(
    bad === undefined
      ? `${name} is missing in the summary of a building, so the sum was left out.`
      : `${name} is "${lineOf(bad, NAME_SHOWN_MAX)}", which cannot be read as a number, and was left out.`,
  )
}

function addPitches(
  names: readonly string[],
  all: readonly Values[],
  { sheet, unit }: Context,
): void {
  const areas = new Map<string, Exact>()
  for (const name of names.filter((one) => one.startsWith(AREA_PER_PITCH))) {
    const pitch = readPitch(name.slice(AREA_PER_PITCH.length))
    // A building without facets of a pitch does not name it.
    const texts = all.flatMap((values) => values.get(name) ?? [])
    const read = texts.map((text) => readNumber(text, 'area', unit))
    const known = read.filter((value) => value !== undefined)
    if (pitch === undefined || known.length < read.length) {
      sheet.warn(
        `${namesOf([name])} cannot be read, so all areas by pitch of the summary were left out.`,
      )
      return
    }
    areas.set(pitch, Exact.sum(areas.get(pitch) ?? 0, ...known))
  }
  sheet.addPitches(areas, 'summary')
  const stated = new Set(all.flatMap((values) => values.get(PREDOMINANT_PITCH) ?? []))
  const [pitch] = [...stated].map(readPitch)
  if (stated.size === 1 && pitch !== undefined) sheet.addPredominantPitch(pitch, 'summary')
  else if (stated.size > 0) sheet.warn(`${PREDOMINANT_PITCH} cannot be read: ${namesOf(stated)}.`)
}
