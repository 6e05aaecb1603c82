import { chainViolation } from '@takeoff/contracts/audit-chain'
import type { ChainedRecord, ChainLink } from '@takeoff/contracts/audit-chain'

/** When a record was appended. */
export type RecordTime = Pick<ChainedRecord, 'sequence' | 'recordedAt'>

/** The audit log of an organization, as it was found. */
export interface VerifiedChain extends ChainLink {
  readonly orgId: number
  /** The last record that is no longer in it; 0 when it begins with the first. */
  readonly trimmedSequence: number
  /** The first record of each day (UTC), and the last record. */
  readonly days: readonly RecordTime[]
  /** How long the service keeps records; null for an exported file. */
  readonly retentionDays: number | null
  /** How many were read, up to the violation. */
  readonly records: number
  /** The first thing that is wrong; null when the log is intact. */
  readonly violation: string | null
}

/** A chain, of which no record was read yet. */
export interface UnreadChain extends Pick<VerifiedChain, 'orgId' | 'retentionDays'> {
  /** The link before the first record. */
  readonly start: ChainLink
  /** A link that the chain had earlier. */
  readonly anchor: ChainLink | undefined
}

/** Verifies the records of a chain one after the other. */
export class ChainWalk {
  readonly chain: UnreadChain
  readonly #days: RecordTime[] = []
  #last: ChainedRecord | undefined

  constructor(chain: UnreadChain) {
    this.chain = chain
  }

  /** The last record that was read, or the start. */
  get last(): ChainLink {
    return this.#last ?? this.chain.start
  }

  /** Whether an earlier link at this place has another hash. Before the first record there is nothing to compare. */
  replaced(): string | undefined {
    const { sequence, hash } = this.last
    const { anchor } = this.chain
    const isReplaced = sequence > 0 && anchor?.sequence === sequence && anchor.hash !== hash
    return isReplaced
      ? `record ${sequence} is not the one that it was: the log was written again`
      : undefined
  }

  /** What is wrong with the next record; undefined when it is intact. */
  add(record: ChainedRecord): string | undefined {
    const violation = chainViolation(this.last, record)
    if (violation !== undefined) return violation
    if (dayOf(record) !== dayOf(this.#last)) this.#days.push(timeOf(record))
    this.#last = record
    return this.replaced()
  }

  result(violation: string | undefined): VerifiedChain {
    const { orgId, retentionDays, start } = this.chain
    const { sequence, hash } = this.last
    return {
      orgId,
      sequence,
      hash,
      trimmedSequence: start.sequence,
      days: this.#last === undefined ? [] : [...this.#days, timeOf(this.#last)],
      retentionDays,
      records: sequence - start.sequence,
      violation: violation ?? null,
    }
  }
}

function dayOf(record: RecordTime | undefined): string | undefined {
  return record?.recordedAt.slice(0, 10)
}

function timeOf({ sequence, recordedAt }: RecordTime): RecordTime {
  return { sequence, recordedAt }
}
