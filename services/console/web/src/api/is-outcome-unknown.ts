import { TakeoffError } from '@takeoff/client'

const UNKNOWN: ReadonlySet<string> = new Set([
  'NETWORK_ERROR',
  'TIMEOUT',
  'SUBGRAPH_UNAVAILABLE',
  'COMMIT_UNKNOWN',
  'INTERNAL_SERVER_ERROR',
])

/** Whether the call may have had its effect although it failed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof TakeoffError) ||
  UNKNOWN.has(error.code) ||
  (error.status !== undefined && error.status >= 500)
