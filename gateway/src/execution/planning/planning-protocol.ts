import type { QueryPlan } from '@apollo/query-planner'
import type { OperationText } from './operation-planner.ts'

/** Sent to the thread, one at a time. */
export interface PlanRequest {
  readonly id: number
  /** Sent with each operation: the thread has no state that a restart would lose. */
  readonly supergraphSdl: string
  /** Without an operation, only the planner of the supergraph is built. */
  readonly operation: OperationText | undefined
}

/** Sent by the thread: `planning` when the planner is ready and begins, then one of the others. */
export type PlanReply = { readonly id: number } &
  /** With the CPU time that the thread has used until then. */
  (
    | { readonly kind: 'planning'; readonly cpu: NodeJS.CpuUsage }
    | { readonly kind: 'done'; readonly plan: QueryPlan }
    | { readonly kind: 'failed'; readonly message: string; readonly code: unknown }
  )
