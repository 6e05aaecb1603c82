import { blankViolation, lineViolation } from '../text-violation.ts'
import type { InputViolation } from '../text-violation.ts'
import { EXTERNAL_IDENTIFIER_LENGTH_MAX, JOB_NAME_LENGTH_MAX } from './limits.ts'
import { measurementsViolation } from './measurements-violation.ts'
import type { MeasurementsViolation } from './measurements-violation.ts'

/** A job in a file, for import and export. */
export interface JobRecord {
  readonly externalIdentifier: string
  /** Absent: unchanged. Null: removed. */
  readonly name?: string | null | undefined
  /** Absent or null: no new version. */
  readonly measurements?: unknown
}

/** A violation in a record. */
export type RecordViolation = MeasurementsViolation

export type ReadJobRecord =
  | { readonly kind: 'accepted'; readonly record: JobRecord }
  | RejectedJobRecord

export interface RejectedJobRecord extends RecordViolation {
  readonly kind: 'rejected'
  /** Null if it could not be read. */
  readonly externalIdentifier: string | null
}

const KEYS: readonly string[] = ['externalIdentifier', 'name', 'measurements']

/** Checks a record of a JSON file. Unknown keys are rejected, so that no value is dropped silently. */
export function readJobRecord(json: unknown): ReadJobRecord {
  const violation = shapeViolation(json) ?? recordViolation(json as JobRecord)
  if (violation === undefined) return { kind: 'accepted', record: json as JobRecord }

  const key = (json as Partial<JobRecord> | null)?.externalIdentifier
  return {
    kind: 'rejected',
    externalIdentifier: typeof key === 'string' ? key : null,
    ...violation,
  }
}

export interface JobTexts {
  readonly externalIdentifier?: string | null | undefined
  readonly name?: string | null | undefined
}

/** The first violation of a job's texts that can be found without reading other jobs. */
export function jobViolation(request: JobTexts): InputViolation | undefined {
  return (
    blankViolation('externalIdentifier', request.externalIdentifier) ??
    lineViolation(
      'externalIdentifier',
      request.externalIdentifier,
      EXTERNAL_IDENTIFIER_LENGTH_MAX,
    ) ??
    blankViolation('name', request.name) ??
    lineViolation('name', request.name, JOB_NAME_LENGTH_MAX)
  )
}

/** The first violation of a record with valid structure. */
export function recordViolation(record: JobRecord): RecordViolation | undefined {
  const violation = jobViolation(record)
  if (violation !== undefined) {
    const { argument: path, message } = violation
    return { path, reason: message.slice(path.length + 1).replace(/\.$/, '') }
  }
  const { measurements } = record
  if (measurements === undefined || measurements === null) return undefined
  const inside = measurementsViolation(measurements)
  if (inside === undefined) return undefined
  const { path, reason } = inside
  return { path: path === '' ? 'measurements' : `measurements.${path}`, reason }
}

function shapeViolation(json: unknown): RecordViolation | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { path: '', reason: 'a record must be an object' }
  }
  const unknown = Object.keys(json).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    return { path: unknown, reason: `has no place in a record: it holds ${KEYS.join(', ')}` }
  }
  const { externalIdentifier, name } = json as Partial<Record<keyof JobRecord, unknown>>
  if (externalIdentifier === undefined || externalIdentifier === null) {
    return { path: 'externalIdentifier', reason: 'is missing' }
  }
  if (typeof externalIdentifier !== 'string') {
    return { path: 'externalIdentifier', reason: 'must be text in quotes' }
  }
  if (name === undefined || name === null || typeof name === 'string') return undefined
  return { path: 'name', reason: 'must be text in quotes' }
}
