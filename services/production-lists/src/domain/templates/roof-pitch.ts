import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { Exact } from '../exact.ts'

const KEY = 'roof.pitch'

/** Whether facets count that rise by so many inches over 12 of run. */
export type Counts = (rise: Exact) => boolean

/** Crews charge extra from 8/12 upward, where they need roof jacks. */
export const isSteep: Counts = (rise) => rise.greaterThanOrEqualTo(8)

export const isSteeperThan =
  (pitch: number): Counts =>
  (rise) =>
    rise.greaterThan(pitch)

/** Square feet of the roof facets that count; 0 for those of which the pitch or the area is missing. */
export function areaWhere(counts: Counts, { roof }: Measurements): Exact {
  const counted = (roof?.pitch ?? []).filter((part) => {
    const rise = riseOf(part?.roof_pitch)
    return rise !== undefined && counts(rise)
  })
  return Exact.sum(0, ...counted.map((part) => part?.area ?? 0))
}

/** The dotted path of the first value that this area needs and that is missing; undefined when none is. */
export function missingPitchKey(counts: Counts, { roof }: Measurements): string | undefined {
  const parts = roof?.pitch
  if (parts === undefined || parts === null) return KEY
  for (const [index, part] of parts.entries()) {
    const rise = riseOf(part?.roof_pitch)
    const isNeeded = rise === undefined ? part?.area !== 0 : counts(rise)
    if (!isNeeded) continue
    if (rise === undefined) return `${KEY}[${index}].roof_pitch`
    if (typeof part?.area !== 'number') return `${KEY}[${index}].area`
  }
  return undefined
}

/** Inches of rise over 12 of run; undefined for a text that does not begin with a number. */
function riseOf(pitch: string | null | undefined): Exact | undefined {
  const [rises = '', run = '12'] = (pitch ?? '').split('/')
  const inches = Number.parseFloat(rises)
  if (!Number.isFinite(inches)) return undefined
  return new Exact(inches).times(12).div(Number.parseFloat(run) || 12)
}
