import { Exact } from '../exact.ts'
import type { FigureSheet } from './figure-sheet.ts'
import { namesOf } from './measurement-file.ts'
import { readNumber, readPitch } from './read-number.ts'
import type { LengthUnit } from './read-number.ts'

/** The name of the predominant pitch in a summary. */
export const PREDOMINANT_PITCH = 'PredominantPitch'
/** The names of areas by pitch in a summary begin with it. */
export const AREA_PER_PITCH = 'RoofAreaPerPitch:'
const PITCH_PREFIX = 'roof.pitch.'

/** A building of a report that has a summary, or is computed from its faces and lines. */
export interface PrintedBuilding {
  /** The texts of its summary, by name. */
  readonly values: ReadonlyMap<string, string>
  readonly computed: FigureSheet | undefined
}

/** Where figures are added, and the unit of the lengths that are read. */
export interface SummaryContext {
  readonly sheet: FigureSheet
  readonly unit: LengthUnit
}

/** Adds the printed areas by pitch, summed over the buildings, and the predominant pitch. */
export function addPitches(all: readonly PrintedBuilding[], context: SummaryContext): void {
  const areas = areasByPitch(all, context)
  if (areas === undefined) return
  context.sheet.addPitches(areas, 'summary')
  addPredominantPitch(all, areas, context.sheet)
}

/** Empty when not every building with a roof states them; undefined when they cannot be read. */
function areasByPitch(
  all: readonly PrintedBuilding[],
  { sheet, unit }: SummaryContext,
): ReadonlyMap<string, Exact> | undefined {
  const areas = new Map<string, Exact>()
  const add = (pitch: string, area: Exact) => areas.set(pitch, area.plus(areas.get(pitch) ?? 0))
  const buildings = all.map((building) => ({ ...building, printed: printedPitches(building) }))
  if (buildings.every(({ printed }) => printed.length === 0)) return areas
  for (const { printed, values, computed } of buildings) {
    // A building without facets of a pitch does not name it.
    for (const [name, text] of printed) {
      const pitch = readPitch(name.slice(AREA_PER_PITCH.length))
      const area = readNumber(text, 'area', unit)
      if (pitch === undefined || area === undefined) {
        sheet.warn(
          `${namesOf([name])} cannot be read, so all areas by pitch of the summary were left out.`,
        )
        return undefined
      }
      add(pitch, area)
    }
    const own = printed.length === 0 ? (computed?.pitches() ?? []) : []
    for (const { name, value } of own) add(name.slice(PITCH_PREFIX.length), new Exact(value))
    if (printed.length + own.length === 0 && hasRoof({ values, computed }, unit)) {
      sheet.warn(
        'The areas by pitch are missing in the summary of a building, so the sum was left out.',
      )
      return new Map()
    }
  }
  return areas
}

/** A building with walls alone may print an area of 0. */
function hasRoof({ values, computed }: PrintedBuilding, unit: LengthUnit): boolean {
  const printed = values.get('TotalRoofArea')
  if (printed === undefined) return computed?.has('roof.roof_facets.area') === true
  return readNumber(printed, 'area', unit)?.isZero() !== true
}

function printedPitches({ values }: PrintedBuilding): [name: string, text: string][] {
  return [...values].filter(([name]) => name.startsWith(AREA_PER_PITCH))
}

/** Where the buildings have different ones, that of the largest area. */
function addPredominantPitch(
  all: readonly PrintedBuilding[],
  areas: ReadonlyMap<string, Exact>,
  sheet: FigureSheet,
): void {
  if (!all.some(({ values }) => values.has(PREDOMINANT_PITCH))) return
  const stated = all.flatMap(({ values, computed }) => {
    const own = values.get(PREDOMINANT_PITCH) ?? computed?.get('roof.predominant_pitch')?.value
    return own === undefined ? [] : [String(own)]
  })
  const unreadable = stated.filter((text) => readPitch(text) === undefined)
  if (unreadable.length > 0)
    return sheet.warn(`${PREDOMINANT_PITCH} cannot be read: ${namesOf(unreadable)}.`)
  const pitches = new Set(stated.flatMap((text) => readPitch(text) ?? []))
  const [largest] = [...areas].toSorted(([, a], [, b]) => b.comparedTo(a))
  const pitch = pitches.size === 1 ? [...pitches][0] : largest?.[0]
  if (pitch !== undefined) sheet.addPredominantPitch(pitch, 'summary')
  else sheet.warn(`${PREDOMINANT_PITCH} of several buildings has no sum, and was left out.`)
}
