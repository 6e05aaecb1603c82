import { blankFault, textFault } from '../input-fault.ts'
import type { InputFault } from '../input-fault.ts'
import { externalIdentifierLengthMax, jobNameLengthMax } from './job-limits.ts'

/** A request to create or change a job; undefined leaves as it is, null clears. */
export interface JobUpsertRequest {
  readonly orgId: number
  readonly id?: number | null | undefined
  readonly externalIdentifier?: string | null | undefined
  readonly name?: string | null | undefined
}

/** The first fault that shows without looking anything up. */
export function jobFault(request: Omit<JobUpsertRequest, 'orgId' | 'id'>): InputFault | undefined {
  return (
    blankFault('externalIdentifier', request.externalIdentifier) ??
    textFault('externalIdentifier', request.externalIdentifier, externalIdentifierLengthMax) ??
    blankFault('name', request.name) ??
    textFault('name', request.name, jobNameLengthMax)
  )
}
