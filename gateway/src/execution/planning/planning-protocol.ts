import type { QueryPlan } from '@apollo/query-planner'
import type { DocumentError } from '../../documents/document-errors.ts'
import type { DocumentLimits } from '../../documents/document-limits.ts'
import type { OperationText } from './operation-planner.ts'

/** A task of the thread. Without one, the thread only builds the planner of the supergraph. */
export type Task =
  | { readonly kind: 'plan'; readonly operation: OperationText }
  /** Parses and validates a document. */
  | { readonly kind: 'check'; readonly document: string; readonly limits: DocumentLimits }

export type TaskResult = QueryPlan | readonly DocumentError[]

/** Sent to the thread, one at a time. */
export interface TaskRequest {
  readonly id: number
  /** Sent with each task: the thread has no state that a restart would lose. */
  readonly supergraphSdl: string
  readonly task: Task | undefined
}

/** Sent by the thread: `begun` when the planner is ready, then one of the others. */
export type TaskReply = { readonly id: number } &
  /** With the CPU time that the thread has used until then. */
  (
    | { readonly kind: 'begun'; readonly cpu: NodeJS.CpuUsage }
    | { readonly kind: 'done'; readonly result: TaskResult | undefined }
    | { readonly kind: 'failed'; readonly message: string; readonly code: unknown }
  )
