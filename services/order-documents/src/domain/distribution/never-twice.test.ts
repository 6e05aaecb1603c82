import { assertNever } from '@takeoff/kit/values/invariant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  CancelOutcome,
  FindOutcome,
  ReceivedOrder,
  Refusal,
  SubmitOutcome,
} from './provider.ts'
import { sampleDistributionOrder } from '../../testing/sample-distribution-order.ts'
import { afterCancel, afterFind, afterUnreachable } from './after-outcome.ts'
import { afterSubmit } from './after-submission.ts'
import { cancel } from './outcome.ts'
import type { Moment, Outcome } from './outcome.ts'
import { isFinal, nextStep } from './distribution-order.ts'
import type { DistributionOrder } from './distribution-order.ts'
import { requestCancel } from './request-cancel.ts'

const SETTLE_MS = 120_000
const LEASE_MS = 60_000
const RECEIVED: ReceivedOrder = { confirmationNumber: 'C', rawStatus: 'Pending', rejectedLines: [] }
const REFUSAL: Refusal = { kind: 'rejected', reason: 'no', rejectedLines: [] }

/** The random events of one turn; a turn uses those that its step needs. */
interface Turn {
  /** Time until the provider has accepted the order; null when the request does not reach it. */
  readonly arrivesAfterMs: number | null
  readonly hasResponse: boolean
  readonly isRefused: boolean
  /** The process dies: before the attempt is written, before the request goes out, before the outcome is written. */
  readonly killed: 'before-attempt' | 'before-request' | 'before-outcome' | null
  readonly isCancelRequested: boolean
  readonly isUnreachable: boolean
  readonly random: number
  readonly lateMs: number
}

/** Rare, because each of these events ends most histories. */
const seldom = fc.nat(29).map((number) => number === 0)

const turn = fc.record<Turn>({
  arrivesAfterMs: fc.option(fc.oneof(fc.constant(SETTLE_MS - 1), fc.nat(SETTLE_MS - 1))),
  hasResponse: fc.boolean(),
  isRefused: seldom,
  killed: fc.option(fc.constantFrom('before-attempt', 'before-request', 'before-outcome'), {
    freq: 3,
  }),
  isCancelRequested: seldom,
  isUnreachable: seldom,
  random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  lateMs: fc.oneof(fc.constant(0), fc.nat(200_000)),
})

/** One order, one provider, a clock. `order` is what the database holds: only what is written survives a kill. */
class World {
  order = sampleDistributionOrder()
  nowMs = this.order.createdAt.getTime()
  /** When each of our orders was or will be in the provider's records; more than one is a failure. */
  readonly arrivals: number[] = []
  /** Whether the provider refused the order, which it then returns when it is looked up. */
  isRefused = false
  readonly log: { readonly what: string; readonly atMs: number }[] = []
  readonly canCancel: boolean

  constructor(canCancel: boolean) {
    this.canCancel = canCancel
  }

  take(turn: Turn): void {
    if (turn.isCancelRequested) this.requestCancellation()
    const { nextAttemptAt } = this.order
    if (nextAttemptAt === null) return
    this.nowMs = Math.max(this.nowMs, nextAttemptAt.getTime()) + turn.lateMs
    const written = this.act(turn)
    const isKilled = turn.killed !== null || written === undefined
    this.order = isKilled ? { ...this.order, nextAttemptAt: this.inMs(LEASE_MS) } : written.order
  }

  /** @returns the written outcome; undefined when none is written */
  private act(turn: Turn): Outcome | undefined {
    const moment = this.moment(turn)
    if (turn.isUnreachable) return afterUnreachable(this.order, 'not connected', moment)
    const step = nextStep(this.order, this.canCancel)
    switch (step.kind) {
      case 'submit': {
        const outcome = this.submit(turn)
        return outcome && afterSubmit(this.order, outcome, this.moment(turn))
      }
      case 'find':
        return afterFind(this.order, this.find(turn), moment)
      case 'cancel':
        return afterCancel(this.order, this.cancel(turn), moment)
      case 'cancel-here':
        return cancel(this.order)
      case 'nothing':
        return undefined
      default:
        return assertNever(step, 'step')
    }
  }

  private submit({
    killed,
    arrivesAfterMs,
    hasResponse,
    isRefused,
  }: Turn): SubmitOutcome | undefined {
    if (killed === 'before-attempt') return undefined
    const { attempts } = this.order
    this.order = { ...this.order, attempts: attempts + 1, submitAttemptedAt: new Date(this.nowMs) }
    if (killed === 'before-request') return undefined

    this.note('sent')
    if (isRefused) {
      this.isRefused = true
      return this.respond(hasResponse, REFUSAL)
    }
    if (arrivesAfterMs === null)
      return this.respond(hasResponse, { kind: 'not-sent', reason: 'no' })
    this.arrivals.push(this.nowMs + arrivesAfterMs)
    return this.respond(hasResponse, { kind: 'accepted', ...RECEIVED })
  }

  private find({ hasResponse, killed }: Turn): FindOutcome {
    if (!hasResponse) return { kind: 'unknown', reason: 'time-out' }
    if (this.isRecorded()) return { kind: 'found', ...RECEIVED }
    if (this.isRefused) return REFUSAL
    if (killed === null) this.note('not-found')
    return { kind: 'not-found' }
  }

  private cancel({ hasResponse, isRefused }: Turn): CancelOutcome {
    if (!hasResponse) return { kind: 'unknown', reason: 'time-out' }
    return isRefused
      ? { kind: 'refused', reason: 'on the truck' }
      : { kind: 'cancelled', rawStatus: 'Cancelled' }
  }

  private respond(hasResponse: boolean, outcome: SubmitOutcome): SubmitOutcome {
    if (!hasResponse) return { kind: 'unknown', reason: 'time-out' }
    this.note(outcome.kind)
    return outcome
  }

  private requestCancellation(): void {
    const provider = { name: 'ABC Supply', canCancel: this.canCancel }
    const request = requestCancel(this.order, new Date(this.nowMs), provider)
    if (request.kind === 'accepted') this.order = request.order
  }

  isRecorded(): boolean {
    return this.arrivals.some((at) => at <= this.nowMs)
  }

  private note(what: string): void {
    this.log.push({ what, atMs: this.nowMs })
  }

  private inMs(ms: number): Date {
    return new Date(this.nowMs + ms)
  }

  private moment({ random }: Turn): Moment {
    const now = new Date(this.nowMs)
    const provider = { name: 'ABC Supply', canCancel: this.canCancel, settleMs: SETTLE_MS }
    return { requestedAt: now, now, random, provider }
  }
}

const history = fc.tuple(fc.boolean(), fc.array(turn, { maxLength: 40 }))

function live(canCancel: boolean, turns: readonly Turn[]): World {
  const world = new World(canCancel)
  for (const turn of turns) world.take(turn)
  return world
}

/** Only these outcomes allow a second submission; the latest one counts. */
function allowsAnother(log: World['log'], sentAtMs: number): boolean {
  const since = log.filter(({ atMs }) => atMs >= sentAtMs)
  return since.some(
    ({ what, atMs }) =>
      what === 'not-sent' || (what === 'not-found' && atMs >= sentAtMs + SETTLE_MS),
  )
}

const RUNS = { numRuns: 2_000 }

describe('for any responses and crashes, in any sequence', () => {
  test('the provider never has an order twice', () => {
    fc.assert(
      fc.property(history, ([canCancel, turns]) => {
        expect(live(canCancel, turns).arrivals.length).toBeLessThanOrEqual(1)
      }),
      RUNS,
    )
  })

  test('it is sent again only after the provider surely did not have it', () => {
    fc.assert(
      fc.property(history, ([canCancel, turns]) => {
        const { log } = live(canCancel, turns)
        const sends = log.flatMap(({ what }, index) => (what === 'sent' ? [index] : []))
        for (const [n, index] of sends.slice(1).entries()) {
          const earlier = sends[n] ?? 0
          const between = log.slice(earlier, index)
          expect(allowsAnother(between, between[0]?.atMs ?? 0)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('its items are never freed here while the provider has it, unless it was cancelled there', () => {
    fc.assert(
      fc.property(history, ([canCancel, turns]) => {
        const { order, arrivals } = live(canCancel, turns)
        const isFreed = order.state === 'failed' || order.state === 'cancelled'
        expect(isFreed && order.submittedAt === null ? arrivals : []).toEqual([])
      }),
      RUNS,
    )
  })

  test('it is never lost: a healthy provider receives it', () => {
    const healthy: Turn = {
      arrivesAfterMs: 0,
      hasResponse: true,
      isRefused: false,
      killed: null,
      isCancelRequested: false,
      isUnreachable: false,
      random: 0.5,
      lateMs: 0,
    }
    fc.assert(
      fc.property(history, ([canCancel, turns]) => {
        const world = live(canCancel, turns)
        // A look-up before the settling time, one after it, and a submission.
        for (const turn of Array.from({ length: 12 }, () => healthy)) world.take(turn)
        const { state } = world.order
        expect(isFinal(state) || world.isRecorded()).toBe(true)
        expect(state).not.toBe('draft')
      }),
      RUNS,
    )
  })

  test('an order without a final state is due again', () => {
    fc.assert(
      fc.property(history, ([canCancel, turns]) => {
        const { order }: { order: DistributionOrder } = live(canCancel, turns)
        expect(order.nextAttemptAt === null).toBe(isFinal(order.state))
      }),
      RUNS,
    )
  })
})
