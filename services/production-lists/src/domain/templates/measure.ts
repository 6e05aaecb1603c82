import { Exact } from '../exact.ts'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'

/** Square feet, feet, or pieces. */
export type Dimension = 'area' | 'length' | 'count'

type Reading = number | null | undefined

interface Measure {
  readonly dimension: Dimension
  readonly description: string
  readonly read: (measured: Measurements) => Reading
}

type Describe = (description: string, read: Measure['read']) => Measure

const area: Describe = (description, read) => ({ dimension: 'area', description, read })
const length: Describe = (description, read) => ({ dimension: 'length', description, read })
const count: Describe = (description, read) => ({ dimension: 'count', description, read })

/** The closed set of measures that a template line can use; `job` is the fixed count of 1. */
const measures = {
  roof_area: area('All roof facets', (m) => m.roof?.roof_facets?.area),
  steep_roof_area: area('Roof facets of 8/12 and steeper', steepRoofArea),
  siding_area: area('Facades to side, without openings', (m) => m.area?.facades?.siding),
  siding_and_openings_area: area(
    'Facades to side, openings included',
    (m) => m.area?.total?.siding,
  ),
  other_facade_area: area('Facades of another material', (m) => m.area?.facades?.other),
  soffit_area: area('Soffits below the eaves', (m) => m.roofline?.eaves_fascia?.soffit_area),
  ridges_hips: length('Ridges and hips together', ridgesAndHips),
  ridges: length('Ridges', (m) => m.roof?.ridges?.length ?? remainder(m, m.roof?.hips?.length)),
  hips: length('Hips', (m) => m.roof?.hips?.length ?? remainder(m, m.roof?.ridges?.length)),
  valleys: length('Valleys', (m) => m.roof?.valleys?.length),
  rakes: length('Rakes, the sloped edges of the roof', (m) => m.roof?.rakes?.length),
  eaves: length('Eaves, the level edges with the gutters', (m) => m.roof?.gutters_eaves?.length),
  flashing: length('Roof-to-wall flashing', (m) => m.roof?.flashing?.length),
  step_flashing: length(
    'Step flashing along sloped roof-to-wall lines',
    (m) => m.roof?.step_flashing?.length,
  ),
  openings_perimeter: length('Around all windows and doors', (m) => m.openings?.total_perimeter),
  openings_tops: length('Tops of windows and doors', (m) => m.openings?.tops_length),
  openings_sills: length('Sills of windows', (m) => m.openings?.sills_length),
  openings_sides: length('Sides of windows and doors', (m) => m.openings?.sides_length),
  level_starter: length('Level starter of the siding', (m) => m.trim?.level_starter),
  sloped_trim: length('Sloped trim of the siding', (m) => m.trim?.sloped_trim),
  vertical_trim: length('Vertical trim of the siding', (m) => m.trim?.vertical_trim),
  eaves_fascia: length('Fascia of the eaves', (m) => m.roofline?.eaves_fascia?.length),
  rakes_fascia: length('Fascia of the rakes', (m) => m.roofline?.rakes_fascia?.length),
  inside_corners: length('Inside corners of the facades', (m) => m.corners?.inside?.len),
  outside_corners: length('Outside corners of the facades', (m) => m.corners?.outside?.len),
  job: count('The job itself: always 1', () => 1),
  openings: count('Windows and doors', (m) => m.openings?.quantity),
  inside_corner_count: count('Inside corners', (m) => m.corners?.inside?.qty),
  outside_corner_count: count('Outside corners', (m) => m.corners?.outside?.qty),
  shutters: count('Shutters', (m) => m.accessories?.shutter?.qty),
  vents: count('Vents', (m) => m.accessories?.vents?.qty),
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

/** Square feet of the roof facets that are steeper than a pitch, in inches over 12. */
export function roofAreaSteeperThan(pitch: number, { roof }: Measurements): Exact {
  const steeper = (roof?.pitch ?? []).filter((part) => rise(part?.roof_pitch).greaterThan(pitch))
  return Exact.sum(0, ...steeper.map((part) => part?.area ?? 0))
}

/** Tools often measure only the sum of ridges and hips. */
function ridgesAndHips({ roof }: Measurements): Reading {
  return roof?.ridges_hips?.length ?? sum(roof?.ridges?.length, roof?.hips?.length)
}

/** Ridges or hips, from their sum and the other of the two; unknown when either of these is missing. */
function remainder({ roof }: Measurements, other: Reading): Reading {
  const together = roof?.ridges_hips?.length ?? null
  if (together === null || other === null || other === undefined) return null
  return Exact.max(0, new Exact(together).minus(other)).toNumber()
}

/** Crews charge extra from 8/12 upward, where they need roof jacks. */
function steepRoofArea({ roof }: Measurements): Reading {
  const steep = (roof?.pitch ?? []).filter((part) => rise(part?.roof_pitch).greaterThanOrEqualTo(8))
  return sum(...steep.map((part) => part?.area))
}

/** Inches of rise over 12 of run; a pitch that cannot be read is flat. */
function rise(pitch: string | null | undefined): Exact {
  const [rises = '', run = '12'] = (pitch ?? '').split('/')
  const inches = new Exact(Number.parseFloat(rises) || 0)
  return inches.times(12).div(Number.parseFloat(run) || 12)
}

function sum(...readings: readonly Reading[]): Reading {
  return Exact.sum(0, ...readings.map((reading) => reading ?? 0)).toNumber()
}
