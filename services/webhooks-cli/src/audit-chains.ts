import type { ChainedRecord, ChainLink } from '@takeoff/contracts/audit-chain'
import type {
  AuditChainEnds,
  AuditChainsResponse,
  AuditRecordsResponse,
} from '@takeoff/contracts/operator-api'
import { parseJson } from '@takeoff/kit/values/json'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { removalViolation } from './audit-anchors.ts'
import type { Anchor } from './audit-anchors.ts'
import { ChainWalk } from './chain-walk.ts'
import type { VerifiedChain } from './chain-walk.ts'
import type { OperatorClient } from './operator-client.ts'

const CHAINS_PER_REQUEST = 1_000

/** What reads chains. */
export type AuditReads = Pick<OperatorClient, 'get'>

/** The ends of a chain, and how long the service keeps its records. */
interface ListedChain extends AuditChainEnds {
  readonly retentionDays: number
}

/** The ends of the chains of all organizations, or of one. */
export async function* listChains(
  operator: AuditReads,
  only: number | undefined,
): AsyncGenerator<ListedChain> {
  if (only !== undefined) {
    const ends = await findChain(operator, only)
    if (ends === undefined) throw new CommandFailedError(`Organization ${only} has no audit log.`)
    return yield ends
  }
  let after = 0
  for (;;) {
    const chains = await readEnds(operator, after, CHAINS_PER_REQUEST)
    yield* chains
    if (chains.length < CHAINS_PER_REQUEST) return
    after = chains.at(-1)?.orgId ?? after
  }
}

async function findChain(operator: AuditReads, orgId: number): Promise<ListedChain | undefined> {
  const chains = await readEnds(operator, orgId - 1, 1)
  return chains.find((ends) => ends.orgId === orgId)
}

async function readEnds(
  operator: AuditReads,
  after: number,
  first: number,
): Promise<readonly ListedChain[]> {
  const path = `audit/chains?after=${after}&first=${first}`
  const { chains, retentionDays } = await operator.get<AuditChainsResponse>(path)
  return chains.map((ends) => ({ ...ends, retentionDays }))
}

/**
 * Reads a whole chain and computes its hashes. Records that the service trims meanwhile are no violation.
 * @param anchor the chain as it was earlier
 */
export async function verifyChain(
  operator: AuditReads,
  ends: ListedChain,
  anchor: Anchor | undefined,
): Promise<VerifiedChain> {
  const verified = await verifyOnce(operator, ends, anchor)
  if (verified.violation === null) return verified
  const now = await findChain(operator, ends.orgId)
  const isTrimmed = now !== undefined && now.trimmedSequence > ends.trimmedSequence
  return isTrimmed ? verifyChain(operator, now, anchor) : verified
}

async function verifyOnce(
  operator: AuditReads,
  ends: ListedChain,
  anchor: Anchor | undefined,
): Promise<VerifiedChain> {
  const { orgId, sequence, hash, trimmedSequence, trimmedHash, retentionDays } = ends
  const start = { sequence: trimmedSequence, hash: trimmedHash }
  const walk = new ChainWalk({ orgId, start, anchor, retentionDays })
  const atStart = removalViolation(ends, anchor) ?? walk.replaced()
  if (atStart !== undefined) return walk.result(atStart)
  while (walk.last.sequence < sequence) {
    const path = `audit/records?orgId=${orgId}&after=${walk.last.sequence}`
    const response = await operator.get<AuditRecordsResponse>(path)
    // Later ones were appended meanwhile.
    const records = response.records.filter((one) => one.sequence <= sequence)
    if (records.length === 0) return walk.result(removed(walk.last.sequence + 1, sequence))
    for (const record of records) {
      const violation = walk.add(record)
      if (violation !== undefined) return walk.result(violation)
    }
  }
  if (walk.last.hash !== hash)
    return walk.result(`record ${sequence} is not the last one that was appended`)
  const isCut = anchor !== undefined && anchor.sequence > sequence
  return walk.result(isCut ? removed(sequence + 1, anchor.sequence) : undefined)
}

function removed(first: number, last: number): string {
  return `records ${first} to ${last} were removed`
}

/**
 * Verifies an exported file: the records between its first and its last one.
 * @param lines of the file
 * @param anchorOf a link that the chain of an organization had earlier
 * @throws CommandFailedError when it holds no records, or begins after that link
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  anchorOf: (orgId: number) => ChainLink | undefined = () => undefined,
): Promise<VerifiedChain> {
  let walk: ChainWalk | undefined
  let count = 0
  for await (const line of lines) {
    if (line === '') continue
    count += 1
    const record = parseJson(line) as ChainedRecord | null | undefined
    walk ??= beginExport(record, anchorOf)
    const violation =
      (count === 1 ? walk.replaced() : undefined) ??
      (record?.orgId === walk.chain.orgId && isWellFormed(record)
        ? walk.add(record)
        : `line ${count} is no record of this log`)
    if (violation !== undefined) return walk.result(violation)
  }
  if (walk === undefined) throw new CommandFailedError('The file holds no audit records.')
  const { anchor } = walk.chain
  const isCut = anchor !== undefined && anchor.sequence > walk.last.sequence
  return walk.result(
    isCut ? `the file ends before record ${anchor.sequence}, which the log had` : undefined,
  )
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const HASH = /^[\da-f]{64}$/

/** A file may have anything in their place, which a report would show in a terminal. */
function isWellFormed(record: ChainedRecord | null | undefined): record is ChainedRecord {
  return (
    Number.isInteger(record?.orgId) &&
    Number.isInteger(record?.sequence) &&
    TIME.test(String(record?.recordedAt)) &&
    HASH.test(String(record?.previousHash))
  )
}

function beginExport(
  first: ChainedRecord | null | undefined,
  anchorOf: (orgId: number) => ChainLink | undefined,
): ChainWalk {
  if (!isWellFormed(first)) throw new CommandFailedError('The file holds no audit records.')
  const { orgId } = first
  const anchor = anchorOf(orgId)
  const start = { sequence: first.sequence - 1, hash: first.previousHash }
  if (anchor !== undefined && anchor.sequence < start.sequence)
    throw new CommandFailedError(
      `The file begins after record ${anchor.sequence}, so it cannot be compared with --against. Export the records that follow it.`,
    )
  return new ChainWalk({ orgId, start, anchor, retentionDays: null })
}
