import { blankFault, textFault } from '../text-fault.ts'
import type { InputFault } from '../text-fault.ts'
import { EXTERNAL_IDENTIFIER_LENGTH_MAX, JOB_NAME_LENGTH_MAX } from './limits.ts'
import { measurementsFault } from './measurements-fault.ts'

/** A job as a file holds it, for import and export. */
export interface JobRecord {
  readonly externalIdentifier: string
  /** Left out: stays as it is. Null: removed. */
  readonly name?: string | null | undefined
  /** Left out or null: no new version. */
  readonly measurements?: unknown
}

/** What is wrong with a record; `path` is dotted. */
export interface RecordFault {
  readonly path: string
  readonly reason: string
}

export type ReadJobRecord =
  { readonly kind: 'accepted'; readonly record: JobRecord } | RejectedJobRecord

export interface RejectedJobRecord extends RecordFault {
  readonly kind: 'rejected'
  /** As far as it could be read. */
  readonly externalIdentifier: string | null
}

const KEYS: readonly string[] = ['externalIdentifier', 'name', 'measurements']

/** Checks a record of a JSON file. What has no place in it is refused: nothing is left out silently. */
export function readJobRecord(json: unknown): ReadJobRecord {
  const fault = shapeFault(json) ?? recordFault(json as JobRecord)
  if (fault === undefined) return { kind: 'accepted', record: json as JobRecord }

  const key = (json as Partial<JobRecord> | null)?.externalIdentifier
  return { kind: 'rejected', externalIdentifier: typeof key === 'string' ? key : null, ...fault }
}

export interface JobTexts {
  readonly externalIdentifier?: string | null | undefined
  readonly name?: string | null | undefined
}

/** The first fault of a job's texts that shows without a look at other jobs. */
export function jobFault(request: JobTexts): InputFault | undefined {
  return (
    blankFault('externalIdentifier', request.externalIdentifier) ??
    textFault('externalIdentifier', request.externalIdentifier, EXTERNAL_IDENTIFIER_LENGTH_MAX) ??
    blankFault('name', request.name) ??
    textFault('name', request.name, JOB_NAME_LENGTH_MAX)
  )
}

/** The first fault of a record that has the right shape. */
export function recordFault(record: JobRecord): RecordFault | undefined {
  const fault = jobFault(record)
  if (fault !== undefined) {
    const { argument: path, message } = fault
    return { path, reason: message.slice(path.length + 1).replace(/\.$/, '') }
  }
  const { measurements } = record
  if (measurements === undefined || measurements === null) return undefined
  const inside = measurementsFault(measurements)
  if (inside === undefined) return undefined
  const { path, reason } = inside
  return { path: path === '' ? 'measurements' : `measurements.${path}`, reason }
}

function shapeFault(json: unknown): RecordFault | undefined {
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
