import { Exact } from './exact.ts'
import type { Measurements } from './measurements.ts'

/** Square feet, feet, or pieces. */
export type Dimension = 'area' | 'length' | 'count'

type Reading = number | null | undefined

interface Measure {
  readonly dimension: Dimension
  readonly read: (measured: Measurements) => Reading
}

const area = (read: Measure['read']): Measure => ({ dimension: 'area', read })
const length = (read: Measure['read']): Measure => ({ dimension: 'length', read })
const count = (read: Measure['read']): Measure => ({ dimension: 'count', read })

/** The closed vocabulary a template line can be driven by; `job` is the fixed count of 1. */
const measures = {
  roof_area: area((m) => m.roof?.roof_facets?.area),
  steep_roof_area: area(steepRoofArea),
  siding_area: area((m) => m.area?.facades?.siding),
  siding_and_openings_area: area((m) => m.area?.total?.siding),
  other_facade_area: area((m) => m.area?.facades?.other),
  soffit_area: area((m) => m.roofline?.eaves_fascia?.soffit_area),
  ridges_hips: length(ridgesAndHips),
  ridges: length((m) => m.roof?.ridges?.length ?? remainder(m, m.roof?.hips?.length)),
  hips: length((m) => m.roof?.hips?.length ?? remainder(m, m.roof?.ridges?.length)),
  valleys: length((m) => m.roof?.valleys?.length),
  rakes: length((m) => m.roof?.rakes?.length),
  eaves: length((m) => m.roof?.gutters_eaves?.length),
  flashing: length((m) => m.roof?.flashing?.length),
  step_flashing: length((m) => m.roof?.step_flashing?.length),
  openings_perimeter: length((m) => m.openings?.total_perimeter),
  openings_tops: length((m) => m.openings?.tops_length),
  openings_sills: length((m) => m.openings?.sills_length),
  openings_sides: length((m) => m.openings?.sides_length),
  level_starter: length((m) => m.trim?.level_starter),
  sloped_trim: length((m) => m.trim?.sloped_trim),
  vertical_trim: length((m) => m.trim?.vertical_trim),
  eaves_fascia: length((m) => m.roofline?.eaves_fascia?.length),
  rakes_fascia: length((m) => m.roofline?.rakes_fascia?.length),
  inside_corners: length((m) => m.corners?.inside?.len),
  outside_corners: length((m) => m.corners?.outside?.len),
  job: count(() => 1),
  openings: count((m) => m.openings?.quantity),
  inside_corner_count: count((m) => m.corners?.inside?.qty),
  outside_corner_count: count((m) => m.corners?.outside?.qty),
  shutters: count((m) => m.accessories?.shutter?.qty),
  vents: count((m) => m.accessories?.vents?.qty),
} satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

export const measureNames = Object.keys(measures) as MeasureName[]

export function isMeasureName(name: string): name is MeasureName {
  return Object.hasOwn(measures, name)
}

export function dimensionOf(name: MeasureName): Dimension {
  return measures[name].dimension
}

/** The measured value in square feet, feet or pieces; what was not measured counts as 0. */
export function readMeasure(name: MeasureName, measured: Measurements): Exact {
  return new Exact(measures[name].read(measured) ?? 0)
}

/** Square feet of the roof facets that are steeper than a pitch of so many inches over 12. */
export function roofAreaSteeperThan(pitch: number, { roof }: Measurements): Exact {
  const steeper = (roof?.pitch ?? []).filter((part) => rise(part?.roof_pitch).greaterThan(pitch))
  return Exact.sum(0, ...steeper.map((part) => part?.area ?? 0))
}

/** Tools often know ridges and hips only together. */
function ridgesAndHips({ roof }: Measurements): Reading {
  return roof?.ridges_hips?.length ?? sum(roof?.ridges?.length, roof?.hips?.length)
}

/** One of ridges and hips from their sum and the other one; unknown when either of these is missing. */
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
