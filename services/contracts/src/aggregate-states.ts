import { z } from 'zod'
import { shortText } from './identifiers.ts'

/** The kinds of things that events happen to, as `aggregate.type` of an envelope. */
const aggregateTypeSchema = z.enum([
  'production-list',
  'order',
  'order-document',
  'distribution-order',
])
export type AggregateType = z.infer<typeof aggregateTypeSchema>

/** First line of a file that says what a service has. */
export const statesHeaderSchema = z.object({
  service: shortText,
  /** Of the snapshot that was read. */
  at: z.iso.datetime(),
  /** The lines that follow are grouped by type in this order, and sorted by id within it. */
  types: z.array(aggregateTypeSchema),
})
export type StatesHeader = z.infer<typeof statesHeaderSchema>

/** A line: one aggregate. */
export const aggregateStateSchema = z.object({
  type: aggregateTypeSchema,
  id: shortText,
  /** Of its latest event: there is an event of each number from 1. */
  sequence: z.int().min(0),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Sequences of its events that are still in the outbox. */
  waiting: z.array(z.int()),
})
export type AggregateState = z.infer<typeof aggregateStateSchema>

/** Last line: without it the file is not complete. */
export const statesEndSchema = z.object({ aggregates: z.int() })

/** By length and then by character: the order of numbers without leading zeros, and of UUIDs. */
export function compareAggregateIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  if (a === b) return 0
  return a < b ? -1 : 1
}
