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

/** A rise, whole, decimal or mixed, and the run, which is 12 where it is not given: `6/12`, `6:12`, `6`, `4 1/2 / 12`. */
const PITCH =
  /^\s*(?<rise>\d+(?:\.\d+)?)(?:\s+(?<part>\d+)\/(?<of>\d+))?(?:\s*[/:]\s*(?<run>\d+(?:\.\d+)?))?\s*$/

/** Inches of rise over 12 of run; undefined for any other text, such as degrees. */
export function riseOf(pitch: string | null | undefined): Exact | undefined {
  const { rise, part = '0', of = '1', run = '12' } = PITCH.exec(pitch ?? '')?.groups ?? {}
  if (rise === undefined || Number(of) === 0 || Number(run) === 0) return undefined
  return new Exact(part).div(of).plus(rise).times(12).div(run)
}
