import { Exact } from '../exact.ts'
import { MEASURED_SIZE_MAX } from '@takeoff/contracts/jobs/limits'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { valueAt } from '@takeoff/kit/values/json'
import { areaWhere, isSteep, missingPitchKey } from './roof-pitch.ts'

/** Square feet, feet, or pieces. */
export type Dimension = 'area' | 'length' | 'count'

type Reading = number | null | undefined

interface Measure {
  readonly dimension: Dimension
  readonly description: string
  /** Dotted path of the measured value; null when nothing is measured. */
  readonly key: string | null
  /** Null or undefined when the value is missing. */
  readonly read: (measured: Measurements) => Reading
  /** The dotted path of a missing value, of a measure that can be read in part. */
  readonly missing?: (measured: Measurements) => string | undefined
}

type Read = Measure['read']

const define =
  (dimension: Dimension) =>
  (description: string, key: string | null, read: Read = reader(key ?? '')): Measure => ({
    dimension,
    description,
    key,
    read,
  })

const [area, length, count] = [define('area'), define('length'), define('count')]

/** The closed set of measures that a template line can use; `job` is the fixed count of 1. */
const measures = {
  roof_area: area('All roof facets', 'roof.roof_facets.area'),
  steep_roof_area: {
    ...area('Roof facets of 8/12 and steeper', 'roof.pitch', (m) =>
      areaWhere(isSteep, m).toNumber(),
    ),
    missing: (m) => missingPitchKey(isSteep, m),
  },
  siding_area: area('Facades to side, without openings', 'area.facades.siding'),
  siding_and_openings_area: area('Facades to side, openings included', 'area.total.siding'),
  other_facade_area: area('Facades of another material', 'area.facades.other'),
  other_facade_and_openings_area: area(
    'Facades of another material, openings included',
    'area.total.other',
  ),
  wall_area: area('All walls, without openings', 'area.facades.walls'),
  wall_and_openings_area: area('All walls, openings included', 'area.total.walls'),
  openings_area: area('Windows and doors', 'openings.area'),
  penetrations_area: area('Penetrations of the roof', 'roof.penetrations.area'),
  footprint_area: area('Footprint of the building', 'footprint.area'),
  soffit_area: area('Soffits below the eaves', 'roofline.eaves_fascia.soffit_area'),
  ridges_hips: {
    ...length('Ridges and hips together', 'roof.ridges_hips.length', ridgesAndHips),
    missing: missingOfRidgesAndHips,
  },
  ridges: length(
    'Ridges',
    'roof.ridges.length',
    (m) => m.roof?.ridges?.length ?? remainder(m, m.roof?.hips?.length),
  ),
  hips: length(
    'Hips',
    'roof.hips.length',
    (m) => m.roof?.hips?.length ?? remainder(m, m.roof?.ridges?.length),
  ),
  valleys: length('Valleys', 'roof.valleys.length'),
  rakes: length('Rakes, the sloped edges of the roof', 'roof.rakes.length'),
  eaves: length('Eaves, the level edges with the gutters', 'roof.gutters_eaves.length'),
  eaves_rakes: length('Eaves and rakes together', 'roof.eaves_rakes.length', eavesAndRakes),
  parapets: length('Parapet walls of the roof', 'roof.parapets.length'),
  penetrations_perimeter: length(
    'Around all penetrations of the roof',
    'roof.penetrations.perimeter',
  ),
  flashing: length('Roof-to-wall flashing', 'roof.flashing.length'),
  step_flashing: length(
    'Step flashing along sloped roof-to-wall lines',
    'roof.step_flashing.length',
  ),
  openings_perimeter: length('Around all windows and doors', 'openings.total_perimeter'),
  openings_tops: length('Tops of windows and doors', 'openings.tops_length'),
  openings_sills: length('Sills of windows', 'openings.sills_length'),
  openings_sides: length('Sides of windows and doors', 'openings.sides_length'),
  level_starter: length('Level starter of the siding', 'trim.level_starter'),
  sloped_trim: length('Sloped trim of the siding', 'trim.sloped_trim'),
  vertical_trim: length('Vertical trim of the siding', 'trim.vertical_trim'),
  eaves_fascia: length('Fascia of the eaves', 'roofline.eaves_fascia.length'),
  rakes_fascia: length('Fascia of the rakes', 'roofline.rakes_fascia.length'),
  fascia: length('Fascia of eaves and rakes together', 'roofline.fascia.length', wholeFascia),
  level_frieze_board: length(
    'Frieze board below level edges',
    'roofline.level_frieze_board.length',
  ),
  sloped_frieze_board: length(
    'Frieze board below sloped edges',
    'roofline.sloped_frieze_board.length',
  ),
  siding_tops: length('Tops of siding walls', 'walls.siding_tops.length'),
  siding_bottoms: length('Bottoms of siding walls', 'walls.siding_bottoms.length'),
  masonry_tops: length('Tops of masonry walls', 'walls.masonry_tops.length'),
  masonry_bottoms: length('Bottoms of masonry walls', 'walls.masonry_bottoms.length'),
  footprint_perimeter: length('Around the footprint of the building', 'footprint.perimeter'),
  inside_corners: length('Inside corners of the facades', 'corners.inside.len'),
  outside_corners: length('Outside corners of the facades', 'corners.outside.len'),
  obtuse_inside_corners: length('Inside corners above 90 degrees', 'corners.obtuse_inside.len'),
  obtuse_outside_corners: length('Outside corners above 90 degrees', 'corners.obtuse_outside.len'),
  masonry_inside_corners: length('Inside corners of masonry', 'corners.masonry_inside.len'),
  masonry_outside_corners: length('Outside corners of masonry', 'corners.masonry_outside.len'),
  siding_to_masonry_inside_corners: length(
    'Inside corners between siding and masonry',
    'corners.siding_to_masonry_inside.len',
  ),
  siding_to_masonry_outside_corners: length(
    'Outside corners between siding and masonry',
    'corners.siding_to_masonry_outside.len',
  ),
  job: count('The job itself: always 1', null, () => 1),
  openings: count('Windows and doors', 'openings.quantity'),
  inside_corner_count: count('Inside corners', 'corners.inside.qty'),
  outside_corner_count: count('Outside corners', 'corners.outside.qty'),
  shutters: count('Shutters', 'accessories.shutter.qty'),
  vents: count('Vents', 'accessories.vents.qty'),
  penetrations: count('Penetrations of the roof', 'roof.penetrations.total'),
  stories: count('Stories of the building', 'footprint.stories'),
} satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

export const measureNames = Object.keys(measures) as MeasureName[]

export function isMeasureName(name: string): name is MeasureName {
  return Object.hasOwn(measures, name)
}

export function dimensionOf(name: MeasureName): Dimension {
  return measures[name].dimension
}

/** A short description, shown when a user chooses a measure. */
export function descriptionOf(name: MeasureName): string {
  return measures[name].description
}

/** The measured value in square feet, feet or pieces; a missing measurement counts as 0. */
export function readMeasure(name: MeasureName, measured: Measurements): Exact {
  return new Exact(measures[name].read(measured) ?? 0)
}

/** The dotted path of the value that a measure needs and that is missing; undefined when it is not. */
export function missingKey(name: MeasureName, measured: Measurements): string | undefined {
  const { key, read, missing }: Measure = measures[name]
  if (missing !== undefined) return missing(measured)
  return key !== null && isMissing(read(measured)) ? key : undefined
}

/** Tools often measure only the sum of ridges and hips. A gable roof has ridges alone. */
function ridgesAndHips({ roof }: Measurements): Reading {
  return roof?.ridges_hips?.length ?? sum(roof?.ridges?.length, roof?.hips?.length)
}

function missingOfRidgesAndHips({ roof }: Measurements): string | undefined {
  if (!isMissing(roof?.ridges_hips?.length)) return undefined
  const lacksRidges = isMissing(roof?.ridges?.length)
  const lacksHips = isMissing(roof?.hips?.length)
  if (lacksRidges && lacksHips) return 'roof.ridges_hips.length'
  if (lacksRidges) return 'roof.ridges.length'
  return lacksHips ? 'roof.hips.length' : undefined
}

/** Some tools measure only the sum of eaves and rakes. */
function eavesAndRakes(measured: Measurements): Reading {
  const { gutters_eaves: eaves, rakes } = measured.roof ?? {}
  return reader('roof.eaves_rakes.length')(measured) ?? wholeOf(eaves?.length, rakes?.length)
}

function wholeFascia(measured: Measurements): Reading {
  const { eaves_fascia: eaves, rakes_fascia: rakes } = measured.roofline ?? {}
  return reader('roofline.fascia.length')(measured) ?? wholeOf(eaves?.length, rakes?.length)
}

/** The sum of two parts; unknown when one of them is. */
function wholeOf(one: Reading, other: Reading): Reading {
  return isMissing(one) || isMissing(other) ? null : sum(one, other)
}

/** Ridges or hips, from their sum and the other of the two; unknown when either of these is missing. */
function remainder({ roof }: Measurements, other: Reading): Reading {
  const together = roof?.ridges_hips?.length ?? null
  if (together === null || isMissing(other)) return null
  return Exact.max(0, new Exact(together).minus(other)).toNumber()
}

/**
 * The number at a dotted path; undefined when a group on the way is missing. Keys that were unknown when measurements were
 * imported may have any value.
 */
function reader(key: string): Read {
  const path = key.split('.')
  return (measured) => {
    const value = valueAt(measured, path)
    return typeof value === 'number' && value >= 0 && value <= MEASURED_SIZE_MAX ? value : undefined
  }
}

function isMissing(reading: Reading): reading is null | undefined {
  return reading === null || reading === undefined
}

function sum(...readings: readonly Reading[]): Reading {
  return Exact.sum(0, ...readings.map((reading) => reading ?? 0)).toNumber()
}
