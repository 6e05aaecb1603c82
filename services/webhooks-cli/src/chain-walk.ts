import { chainViolation } from '@takeoff/contracts/audit-chain'
import type { ChainedRecord, ChainLink } from '@takeoff/contracts/audit-chain'

/** The audit log of an organization, as it was found. */
export interface VerifiedChain extends ChainLink {
  readonly orgId: number
  /** The last record that is no longer in it; 0 when it begins with the first. */
  readonly trimmedSequence: number
  /** When the first and the last record that were read were appended; null without records. */
  readonly firstRecordedAt: string | null
  readonly lastRecordedAt: string | null
  /** How many were read, up to the violation. */
  readonly records: number
  /** The first thing that is wrong; null when the log is intact. */
  readonly violation: string | null
}

/** Verifies the records of a chain one after the other. */
export class ChainWalk {
  readonly #orgId: number
  readonly #start: ChainLink
  readonly #anchor: ChainLink | undefined
  #first: ChainedRecord | undefined
  #last: ChainedRecord | undefined

  /**
   * @param start the link before the first record
   * @param anchor a link that the chain had earlier
   */
  constructor(orgId: number, start: ChainLink, anchor: ChainLink | undefined) {
    this.#orgId = orgId
    this.#start = start
    this.#anchor = anchor
  }

  /** The last record that was read, or the start. */
  get last(): ChainLink {
    return this.#last ?? this.#start
  }

  /** Whether an earlier link at this place has another hash. Before the first record there is nothing to compare. */
  replaced(): string | undefined {
    const { sequence, hash } = this.last
    const isReplaced =
      sequence > 0 && this.#anchor?.sequence === sequence && this.#anchor.hash !== hash
    return isReplaced
      ? `record ${sequence} is not the one that it was: the log was written again`
      : undefined
  }

  /** What is wrong with the next record; undefined when it is intact. */
  add(record: ChainedRecord): string | undefined {
    const violation = chainViolation(this.last, record)
    if (violation !== undefined) return violation
    this.#first ??= record
    this.#last = record
    return this.replaced()
  }

  result(violation: string | undefined): VerifiedChain {
    const { sequence, hash } = this.last
    return {
      orgId: this.#orgId,
      sequence,
      hash,
      trimmedSequence: this.#start.sequence,
      firstRecordedAt: this.#first?.recordedAt ?? null,
      lastRecordedAt: this.#last?.recordedAt ?? null,
      records: sequence - this.#start.sequence,
      violation: violation ?? null,
    }
  }
}
