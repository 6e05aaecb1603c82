import { hash } from 'node:crypto'
import type { AuditRecord } from './audit-record.ts'
import { canonicalJson } from './canonical-json.ts'

/** A place in the chain of an organization: its last record, or the start. */
export interface ChainLink {
  readonly sequence: number
  readonly hash: string
}

/** Before the first record of an organization. */
export const CHAIN_START: ChainLink = { sequence: 0, hash: '0'.repeat(64) }

/** A record of the audit log, as it is exported: `hash` covers all other keys. */
export interface ChainedRecord extends Omit<AuditRecord, 'name'> {
  /** 1 for the first record of the organization, one more for each after it. */
  readonly sequence: number
  /** When it was appended. */
  readonly recordedAt: string
  /** The hash of the record before it. */
  readonly previousHash: string
  /** SHA-256, in hex, of the canonical JSON (RFC 8785) of this record without this key. */
  readonly hash: string
}

/** The record that follows a link. */
export function chainRecord(
  previous: ChainLink,
  { name: _name, ...record }: AuditRecord,
  recordedAt: string,
): ChainedRecord {
  const chained = {
    ...record,
    sequence: previous.sequence + 1,
    recordedAt,
    previousHash: previous.hash,
  }
  return { ...chained, hash: hashOf(chained) }
}

/** What is wrong with the record that should follow a link; undefined when it is intact. */
export function chainViolation(previous: ChainLink, record: ChainedRecord): string | undefined {
  const { hash: stated, ...hashed } = record
  const expected = previous.sequence + 1
  if (record.sequence !== expected) {
    return record.sequence > expected
      ? `records ${expected} to ${record.sequence - 1} were removed`
      : `record ${record.sequence} is there twice`
  }
  if (stated !== hashOf(hashed)) return `record ${record.sequence} was altered`
  if (record.previousHash === previous.hash) return undefined
  return `record ${record.sequence} does not follow the record before it: one of the two was replaced`
}

function hashOf(record: Omit<ChainedRecord, 'hash'>): string {
  return hash('sha256', canonicalJson(record), 'hex')
}
