import { chainViolation } from '@takeoff/contracts/audit-chain'
import type { ChainedRecord, ChainLink } from '@takeoff/contracts/audit-chain'
import type {
  AuditChainEnds,
  AuditChainsResponse,
  AuditRecordsResponse,
} from '@takeoff/contracts/operator-api'
import { parseJson } from '@takeoff/kit/values/json'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import type { OperatorClient } from './operator-client.ts'

const CHAINS_PER_REQUEST = 1_000

/** The audit log of an organization, as it was found. */
export interface VerifiedChain extends ChainLink {
  readonly orgId: number
  /** How many were read, up to the violation. */
  readonly records: number
  /** The first thing that is wrong; null when the log is intact. */
  readonly violation: string | null
}

/** The ends of the chains of all organizations, or of one. */
export async function* listChains(
  operator: OperatorClient,
  only: number | undefined,
): AsyncGenerator<AuditChainEnds> {
  if (only !== undefined) {
    const ends = await findChain(operator, only)
    if (ends === undefined) throw new CommandFailedError(`Organization ${only} has no audit log.`)
    return yield ends
  }
  let after = 0
  for (;;) {
    const path = `audit/chains?after=${after}&first=${CHAINS_PER_REQUEST}`
    const { chains } = await operator.get<AuditChainsResponse>(path)
    yield* chains
    if (chains.length < CHAINS_PER_REQUEST) return
    after = chains.at(-1)?.orgId ?? after
  }
}

async function findChain(
  operator: OperatorClient,
  orgId: number,
): Promise<AuditChainEnds | undefined> {
  const { chains } = await operator.get<AuditChainsResponse>(
    `audit/chains?after=${orgId - 1}&first=1`,
  )
  return chains.find((ends) => ends.orgId === orgId)
}

/**
 * Reads a whole chain and computes its hashes. Records that the service trims meanwhile are no violation.
 * @param anchor a link that the chain had earlier
 */
export async function verifyChain(
  operator: OperatorClient,
  ends: AuditChainEnds,
  anchor: ChainLink | undefined,
): Promise<VerifiedChain> {
  const verified = await verifyOnce(operator, ends, anchor)
  if (verified.violation === null) return verified
  const now = await findChain(operator, ends.orgId)
  const isTrimmed = now !== undefined && now.trimmedSequence > ends.trimmedSequence
  return isTrimmed ? verifyChain(operator, now, anchor) : verified
}

async function verifyOnce(
  operator: OperatorClient,
  { orgId, sequence, hash, trimmedSequence, trimmedHash }: AuditChainEnds,
  anchor: ChainLink | undefined,
): Promise<VerifiedChain> {
  let last: ChainLink = { sequence: trimmedSequence, hash: trimmedHash }
  const found = (violation: string | null): VerifiedChain => ({
    orgId,
    sequence: last.sequence,
    hash: last.hash,
    records: last.sequence - trimmedSequence,
    violation,
  })
  if (isReplaced(last, anchor)) return found(replaced(last))
  while (last.sequence < sequence) {
    const path = `audit/records?orgId=${orgId}&after=${last.sequence}`
    const { records } = await operator.get<AuditRecordsResponse>(path)
    if (records.length === 0)
      return found(`records ${last.sequence + 1} to ${sequence} were removed`)
    // Later ones were appended meanwhile.
    for (const record of records.filter((one) => one.sequence <= sequence)) {
      const violation = chainViolation(last, record)
      if (violation !== undefined) return found(violation)
      last = record
      if (isReplaced(last, anchor)) return found(replaced(last))
    }
    if (records.every((one) => one.sequence > sequence))
      return found(`records ${last.sequence + 1} to ${sequence} were removed`)
  }
  if (last.hash !== hash) return found(`record ${sequence} is not the last one that was appended`)
  if (anchor !== undefined && anchor.sequence > sequence)
    return found(`records ${sequence + 1} to ${anchor.sequence} were removed`)
  return found(null)
}

/** Whether an earlier link at the same place has another hash. Before the first record there is nothing to compare. */
function isReplaced({ sequence, hash }: ChainLink, anchor: ChainLink | undefined): boolean {
  return sequence > 0 && anchor?.sequence === sequence && anchor.hash !== hash
}

function replaced({ sequence }: ChainLink): string {
  return `record ${sequence} is not the one that it was: the log was written again`
}

/**
 * Verifies an exported file: the records between its first and its last one.
 * @param anchorOf a link that the chain of an organization had earlier
 * @throws CommandFailedError when it holds no records, or begins after that link
 */
export function verifyExport(
  text: string,
  anchorOf: (orgId: number) => ChainLink | undefined = () => undefined,
): VerifiedChain {
  const records = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseJson(line) as ChainedRecord | undefined)
  const [first] = records
  if (first?.orgId === undefined) throw new CommandFailedError('The file holds no audit records.')
  const { orgId } = first
  const anchor = anchorOf(orgId)
  let last: ChainLink = { sequence: first.sequence - 1, hash: first.previousHash }
  if (anchor !== undefined && anchor.sequence < last.sequence)
    throw new CommandFailedError(
      `The file begins after record ${anchor.sequence}, so it cannot be compared with --against. Export the records that follow it.`,
    )
  const found = (count: number, violation: string | null): VerifiedChain => ({
    orgId,
    sequence: last.sequence,
    hash: last.hash,
    records: count,
    violation,
  })
  if (isReplaced(last, anchor)) return found(0, replaced(last))
  for (const [index, record] of records.entries()) {
    const violation =
      record?.orgId === orgId
        ? chainViolation(last, record)
        : `line ${index + 1} is no record of this log`
    if (violation !== undefined) return found(index, violation)
    last = record as ChainedRecord
    if (isReplaced(last, anchor)) return found(index + 1, replaced(last))
  }
  const isCut = anchor !== undefined && anchor.sequence > last.sequence
  return found(
    records.length,
    isCut ? `the file ends before record ${anchor.sequence}, which the log had` : null,
  )
}
