import { parse } from 'graphql'
import type { DocumentNode } from 'graphql'
import { z } from 'zod'

/** Maximum operations that a registry keeps. */
export const RECORDS_MAX = 1_000
/** Of these, the last sent of those that are not frequent: a new client begins among them. */
const NEWEST_MAX = 250
const CLIENTS_MAX = 20
/** Operations that were not sent for this long are removed. */
const KEPT_DAYS = 30

export const operationRecords = z.array(
  z.object({
    /** SHA-256 of the document. */
    hash: z.string(),
    /** The operation in GraphQL, with every string and number replaced, and without comments. */
    document: z.string(),
    /** The name that clients send beside the document; null when they do not. */
    operationName: z.string().nullable(),
    /** Whether it is the text that clients send, so that it can be planned ahead. */
    exact: z.boolean(),
    count: z.number(),
    lastSeenAt: z.string(),
    /** Names that clients gave themselves. */
    clients: z.array(z.string()),
  }),
)

export type OperationRecord = z.infer<typeof operationRecords>[number]

/** Names an operation among others; one document may hold several. */
export function recordKey({
  hash,
  operationName,
}: Pick<OperationRecord, 'hash' | 'operationName'>): string {
  return `${hash} ${operationName ?? ''}`
}

/** The documents of records. One that this version cannot read is left out: records are optional. */
export function documentsOf(
  records: readonly OperationRecord[],
): { readonly record: OperationRecord; readonly document: DocumentNode }[] {
  return records.flatMap((record) => {
    try {
      return [{ record, document: parse(record.document) }]
    } catch {
      return []
    }
  })
}

/**
 * Adds the counts, drops old operations, and keeps the most frequent and the newest of the others, sorted by frequency.
 * With the most frequent alone a new client would begin with 1 at each merge, and never be kept.
 */
export function mergeRecords(
  known: readonly OperationRecord[],
  seen: readonly OperationRecord[],
  now: Date,
): OperationRecord[] {
  const merged = new Map(known.map((record) => [recordKey(record), record]))
  for (const record of seen) {
    const before = merged.get(recordKey(record))
    merged.set(recordKey(record), before === undefined ? record : add(before, record))
  }
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  const records = [...merged.values()]
    .filter(({ lastSeenAt }) => lastSeenAt >= oldest)
    .sort((a, b) => b.count - a.count)
  if (records.length <= RECORDS_MAX) return records
  const newest = records
    .splice(RECORDS_MAX - NEWEST_MAX)
    .sort((a, b) => Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt))
    .slice(0, NEWEST_MAX)
  return [...records, ...newest.sort((a, b) => b.count - a.count)]
}

function add(before: OperationRecord, seen: OperationRecord): OperationRecord {
  return {
    ...before,
    count: before.count + seen.count,
    lastSeenAt: before.lastSeenAt > seen.lastSeenAt ? before.lastSeenAt : seen.lastSeenAt,
    clients: [...new Set([...before.clients, ...seen.clients])].slice(0, CLIENTS_MAX),
  }
}
