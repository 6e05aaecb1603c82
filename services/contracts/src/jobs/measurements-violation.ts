import { storableReason } from '../text-violation.ts'
import {
  MEASUREMENTS_BYTES_MAX,
  MEASUREMENTS_DEPTH_MAX,
  NUMBER_SIZE_MAX,
  NUMBER_SIZE_MIN,
} from './limits.ts'
import { pathOf } from '../path-of.ts'
import { parseMeasurements } from './measurements.ts'

/** A violation in a measuring tool's export; `path` is such as `roof.pitch[2].area`, and empty for the whole export. */
export interface MeasurementsViolation {
  readonly path: string
  readonly reason: string
}

type Path = readonly (string | number)[]

/** Keys for prototype pollution; HTTP servers reject them, too. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

/** The first violation: a value that cannot be stored exactly, is too large, or is no measurement. */
export function measurementsViolation(json: unknown): MeasurementsViolation | undefined {
  const violation = valueViolation(json, [])
  if (violation !== undefined) return violation
  // After the depth check: JSON that is nested too deeply cannot be serialized either.
  const byteSize = Buffer.byteLength(JSON.stringify(json) ?? '')
  if (byteSize > MEASUREMENTS_BYTES_MAX) {
    const reason = `must have at most ${MEASUREMENTS_BYTES_MAX} bytes as JSON; it has ${byteSize}`
    return { path: '', reason }
  }
  const parsed = parseMeasurements(json)
  return parsed.kind === 'accepted'
    ? undefined
    : { path: parsed.path, reason: describeReason(parsed.reason) }
}

function describeReason(reason: string): string {
  return reason.replace(/^Invalid input: expected (\w+), received (\w+)$/, 'must be $1, not $2')
}

/** Finds a value that the database would refuse or change. */
function valueViolation(value: unknown, path: Path): MeasurementsViolation | undefined {
  const reason = valueViolationReason(value, path.length)
  if (reason !== undefined) return { path: pathOf(path), reason }
  if (typeof value !== 'object' || value === null) return undefined

  for (const [key, member] of Object.entries(value)) {
    const keyReason = FORBIDDEN_KEYS.has(key) ? 'is a key that cannot be kept' : storableReason(key)
    const place = [...path, Array.isArray(value) ? Number(key) : key]
    if (keyReason !== undefined) return { path: pathOf(place), reason: keyReason }
    const violation = valueViolation(member, place)
    if (violation !== undefined) return violation
  }
  return undefined
}

function valueViolationReason(value: unknown, depth: number): string | undefined {
  if (depth > MEASUREMENTS_DEPTH_MAX)
    return `is nested deeper than ${MEASUREMENTS_DEPTH_MAX} levels`
  if (typeof value === 'string') return storableReason(value)
  if (typeof value !== 'number' || value === 0) return undefined
  const size = Math.abs(value)
  return size <= NUMBER_SIZE_MAX && size >= NUMBER_SIZE_MIN
    ? undefined
    : `must be between ${NUMBER_SIZE_MIN} and ${NUMBER_SIZE_MAX} in size`
}
