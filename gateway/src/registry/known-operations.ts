import { parse } from 'graphql'
import type { OperationOf } from '../execution/compiling-gateway.ts'
import type { OperationRecord } from '@takeoff/supergraph/registry/operation-records'

/** Planned before a supergraph serves; each takes some milliseconds, between requests. */
const WARMED_MAX = 300

/** The operations that can be planned ahead, most frequent first: all in which no literal was replaced. */
export function knownOperations(records: readonly OperationRecord[]): OperationOf[] {
  return records
    .filter(({ exact }) => exact)
    .slice(0, WARMED_MAX)
    .map(({ hash, document, operationName }) => ({
      queryHash: hash,
      document: parse(document),
      operationName: operationName ?? undefined,
    }))
}
