import type { ChainLink } from '@takeoff/contracts/audit-chain'
import type { AuditChainEnds } from '@takeoff/contracts/operator-api'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { parseJson } from '@takeoff/kit/values/json'
import type { VerifiedChain } from './chain-walk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A chain in an earlier output of `audit verify --json`; those of older versions have its end only. */
export type Anchor = Pick<VerifiedChain, 'orgId' | 'sequence' | 'hash'> &
  Partial<Pick<VerifiedChain, 'trimmedSequence' | 'firstRecordedAt' | 'lastRecordedAt'>>

/**
 * The chains of an earlier output, by organization. A log whose hashes were all computed again does not contain them.
 * @param file for messages
 * @throws CommandFailedError when the text is no such output
 */
export function readAnchors(file: string, text: string): Map<number, Anchor> {
  const output = parseJson(text) as { readonly chains?: unknown } | null | undefined
  const chains: unknown = output?.chains
  if (Array.isArray(chains) && chains.every(isAnchor))
    return new Map(chains.map((anchor) => [anchor.orgId, anchor]))
  throw new CommandFailedError(`${file} is no output of "audit verify --json".`)
}

function isAnchor(value: unknown): value is Anchor {
  const { orgId, sequence, hash } = Object(value) as Partial<Anchor>
  return Number.isInteger(orgId) && Number.isInteger(sequence) && typeof hash === 'string'
}

/**
 * What was removed from the begin of a chain that should still be there. Who can write to the database as the owner of
 * its tables could remove records and state that their retention was over.
 */
export function removalViolation(
  { trimmedSequence }: Pick<AuditChainEnds, 'trimmedSequence'>,
  anchor: Anchor | undefined,
  retentionDays: number,
): string | undefined {
  if (anchor === undefined) return undefined
  const isKept = (recordedAt: string | null | undefined): boolean =>
    typeof recordedAt === 'string' &&
    // This clock may be behind that of the service.
    Date.now() + HOUR_MS < Date.parse(recordedAt) + retentionDays * DAY_MS
  const { sequence, trimmedSequence: formerly } = anchor
  if (formerly === undefined)
    return trimmedSequence > sequence
      ? `the log begins after record ${sequence}, which cannot be compared: compare with a newer output of --json`
      : undefined
  // The oldest are removed first.
  if (trimmedSequence > formerly && isKept(anchor.firstRecordedAt))
    return tooEarly({ sequence: formerly + 1 }, trimmedSequence)
  if (trimmedSequence >= sequence && isKept(anchor.lastRecordedAt))
    return tooEarly({ sequence }, trimmedSequence)
  return undefined
}

function tooEarly({ sequence }: Pick<ChainLink, 'sequence'>, last: number): string {
  return `records ${sequence} to ${last} were removed before the end of their retention`
}
