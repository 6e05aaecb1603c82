import type { AuditChainEnds } from '@takeoff/contracts/operator-api'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { parseJson } from '@takeoff/kit/values/json'
import type { VerifiedChain } from './chain-walk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A chain in an earlier output of `audit verify --json`; those of older versions have its end only. */
export type Anchor = Pick<VerifiedChain, 'orgId' | 'sequence' | 'hash'> &
  Partial<Pick<VerifiedChain, 'days' | 'retentionDays'>>

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
  const { orgId, sequence, hash, days = [] } = Object(value) as Partial<Anchor>
  const hasEnd = Number.isInteger(orgId) && Number.isInteger(sequence) && typeof hash === 'string'
  return hasEnd && Array.isArray(days)
}

/**
 * What was removed from the begin of a chain that should still be there, to the day. Who can write to the database as the
 * owner of its tables could remove records and state that their retention was over.
 */
export function removalViolation(
  { trimmedSequence, retentionDays }: Pick<AuditChainEnds, 'trimmedSequence'> & Retention,
  anchor: Anchor | undefined,
): string | undefined {
  if (anchor === undefined) return undefined
  const { sequence, days } = anchor
  if (days === undefined)
    return trimmedSequence > sequence
      ? `the log begins after record ${sequence}, which cannot be compared: compare with a newer output of --json`
      : undefined
  // Records that were removed under a shorter retention stay so under a longer one.
  const keptMs = Math.min(retentionDays, anchor.retentionDays ?? Infinity) * DAY_MS
  // This clock may be behind that of the service.
  const youngest = Date.now() + HOUR_MS - keptMs
  const young = days.find(({ recordedAt }) => Date.parse(recordedAt) > youngest)
  return young !== undefined && young.sequence <= trimmedSequence
    ? `records ${young.sequence} to ${trimmedSequence} were removed before the end of their retention`
    : undefined
}

interface Retention {
  readonly retentionDays: number
}
