/** One POST and what came of it, as it stands in the `log` of a delivery. */
export interface LoggedAttempt {
  /** ISO 8601, when it began. */
  readonly at: string
  readonly statusCode: number | null
  readonly durationMs: number
  /** Null after a success. */
  readonly error: string | null
  readonly responseBody: string | null
}
