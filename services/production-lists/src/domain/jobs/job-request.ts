import { blankFault, textFault } from '../input-fault.ts'
import type { InputFault } from '../input-fault.ts'
import { EXTERNAL_IDENTIFIER_LENGTH_MAX, JOB_NAME_LENGTH_MAX } from '../limits.ts'

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
    textFault('externalIdentifier', request.externalIdentifier, EXTERNAL_IDENTIFIER_LENGTH_MAX) ??
    blankFault('name', request.name) ??
    textFault('name', request.name, JOB_NAME_LENGTH_MAX)
  )
}
