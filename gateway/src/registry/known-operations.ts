import { hash } from 'node:crypto'
import { documentsOf } from '@takeoff/supergraph/registry/operation-records'
import type { OperationRecord } from '@takeoff/supergraph/registry/operation-records'
import type { OperationRequest } from '../execution/compiled/operations.ts'

/** Planned before a supergraph serves; each takes some milliseconds, between requests. */
const WARMED_MAX = 300

/**
 * The operations that can be planned ahead, most frequent first: those whose text is recorded as clients send it. Each
 * must be named by the hash of its own text: otherwise write access to the records would decide what other texts execute.
 */
export function knownOperations(records: readonly OperationRecord[]): OperationRequest[] {
  const exact = records.filter((record) => record.exact && isNamedByItself(record))
  return documentsOf(exact.slice(0, WARMED_MAX)).map(({ record, document }) => ({
    queryHash: record.hash,
    document,
    operationName: record.operationName ?? undefined,
  }))
}

function isNamedByItself({ hash: recorded, document }: OperationRecord): boolean {
  return recorded === hash('sha256', document, 'hex')
}
