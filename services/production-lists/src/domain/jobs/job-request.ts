/** A request to create or change a job; undefined leaves a value unchanged, null clears it. */
export interface JobUpsertRequest {
  readonly orgId: number
  readonly id?: number | null | undefined
  readonly externalIdentifier?: string | null | undefined
  readonly name?: string | null | undefined
}
