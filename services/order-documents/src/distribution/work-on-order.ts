import { assertNever } from '@takeoff/kit/values/invariant'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { beginAttempt } from '../db/distribution/begin-attempt.ts'
import { renewLease } from '../db/distribution/claim-distribution-orders.ts'
import type { ClaimedOrder } from '../db/distribution/claim-distribution-orders.ts'
import { findOwnLines } from '../db/distribution/find-own-lines.ts'
import { findSubmission } from '../db/distribution/find-submission.ts'
import { lockLeased } from '../db/distribution/lock-distribution-order.ts'
import { writeOutcome } from '../db/distribution/write-outcome.ts'
import { keepLease } from '../keep-lease.ts'
import { afterCancel, afterFind, afterUnreachable } from '../domain/distribution/after-outcome.ts'
import { afterSubmit } from '../domain/distribution/after-submission.ts'
import { cancel } from '../domain/distribution/outcome.ts'
import type { Moment, Outcome } from '../domain/distribution/outcome.ts'
import { nextStep } from '../domain/distribution/distribution-order.ts'
import type { DistributionOrder } from '../domain/distribution/distribution-order.ts'
import type {
  CancelOutcome,
  FindOutcome,
  Providers,
  SubmitOutcome,
} from '../domain/distribution/provider.ts'
import { resolveProvider } from './resolve-provider.ts'
import type { ConnectionFinder, ProviderResolution } from './resolve-provider.ts'

/**
 * A process that was paused for longer between the row and the request must no longer send: by then
 * another process may have looked the order up, not found it, and sent it.
 */
const SEND_WITHIN_MS = 2_000

/** So often that a lease survives two failed renewals in a row. A call to a provider may take longer than a lease. */
const RENEW_MS = 5_000

export interface SubmissionTools {
  readonly database: Database
  readonly providers: Pick<Providers, 'identifiers' | 'providerOf'>
  readonly findConnection: ConnectionFinder
  readonly random: () => number
  readonly logger: Logger
}

/** Computed from the current row of the order. */
type Decision = (order: DistributionOrder, now: Date) => Outcome

/**
 * Runs the next step of an order: at most one call to its provider. The outcome is written only while the
 * lease holds; otherwise the next holder finds an attempt without an outcome and looks it up.
 */
export async function workOnOrder(claimed: ClaimedOrder, tools: SubmissionTools): Promise<void> {
  const { database, logger } = tools
  // A lease that expires nevertheless costs one look-up and never a second submission: the next process finds the attempt.
  await using _lease = keepLease({
    everyMs: RENEW_MS,
    renew: () => renewLease(database, claimed),
    onError: (err) =>
      logger.warn({ err, distributionOrderId: claimed.id }, 'a lease was not renewed'),
  })
  const resolution = await resolveProvider(claimed, tools)
  const decision =
    resolution.kind === 'resolved'
      ? await takeNextStep(claimed, resolution, tools)
      : whenUnresolved(resolution.reason, tools)
  if (decision !== undefined) await settle(claimed, decision, tools)
}

function whenUnresolved(reason: string, { random }: SubmissionTools): Decision {
  return (order, now) => afterUnreachable(order, reason, { now, random: random() })
}

type ResolvedProvider = Extract<ProviderResolution, { readonly kind: 'resolved' }>

async function takeNextStep(
  claimed: ClaimedOrder,
  resolved: ResolvedProvider,
  tools: SubmissionTools,
): Promise<Decision | undefined> {
  const { provider, connection } = resolved
  const { name, canCancel } = provider
  const moment = (now: Date): Moment => ({
    requestedAt: claimed.claimedAt,
    now,
    random: tools.random(),
    // The row of an attempt is a little older than its request.
    provider: { name, canCancel, settleMs: provider.settleMs + SEND_WITHIN_MS },
  })
  const step = nextStep(claimed, canCancel)
  switch (step.kind) {
    case 'submit': {
      const outcome = await submit(claimed, resolved, tools)
      if (outcome === undefined) return undefined
      const ours = await onlyOwnLines(outcome, claimed, tools)
      return (order, now) => afterSubmit(order, ours, moment(now))
    }
    case 'find': {
      const outcome = await provider.find(claimed.id, connection)
      const ours = await onlyOwnLines(outcome, claimed, tools)
      return (order, now) => afterFind(order, ours, moment(now))
    }
    case 'cancel': {
      const outcome = await provider.cancel(claimed.id, connection)
      const ours = await onlyOwnLines(outcome, claimed, tools)
      return (order, now) => afterCancel(order, ours, moment(now))
    }
    case 'cancel-here':
      return cancel
    case 'nothing':
      return undefined
    default:
      return assertNever(step, 'step')
  }
}

/** Undefined when the order must no longer be sent: then there is no outcome to write. */
async function submit(
  claimed: ClaimedOrder,
  { provider, connection }: ResolvedProvider,
  { database, logger }: SubmissionTools,
): Promise<SubmitOutcome | undefined> {
  const order = await findSubmission(database, claimed)
  const { accountNumber } = connection
  const begunAt = Date.now()
  if (!(await beginAttempt(database, { ...claimed, accountNumber }))) return undefined
  // By the wall clock: the monotonic clock stops while a machine sleeps.
  if (Date.now() - begunAt > SEND_WITHIN_MS) {
    logger.warn(
      { distributionOrderId: claimed.id },
      'an order was not sent: the attempt took too long',
    )
    return undefined
  }
  return provider.submit(order, connection)
}

/** A provider's response is untrusted: refusals of lines that are not of the order are ignored. */
async function onlyOwnLines<T extends SubmitOutcome | FindOutcome | CancelOutcome>(
  outcome: T,
  { id, orderId }: ClaimedOrder,
  { database, logger }: SubmissionTools,
): Promise<T> {
  if (!('rejectedLines' in outcome) || outcome.rejectedLines.length === 0) return outcome
  const named = outcome.rejectedLines.map(({ lineId }) => lineId)
  const own = await findOwnLines(database, orderId, named)
  const rejectedLines = outcome.rejectedLines.filter(({ lineId }) => own.has(lineId))
  if (rejectedLines.length < named.length) {
    logger.warn({ distributionOrderId: id }, 'a provider refused lines that are not of the order')
  }
  return { ...outcome, rejectedLines }
}

async function settle(
  claimed: ClaimedOrder,
  decide: Decision,
  { database, logger }: SubmissionTools,
): Promise<void> {
  const change = await database.transaction(async (sql) => {
    const locked = await lockLeased(sql, claimed)
    if (locked === undefined) return undefined
    const outcome = decide(locked, locked.now)
    await writeOutcome(sql, locked, outcome)
    return { from: locked.state, order: outcome.order }
  })
  const { id: distributionOrderId, providerIdentifier: provider } = claimed
  if (change === undefined) {
    logger.warn(
      { distributionOrderId, provider },
      'the outcome of a distribution order came too late',
    )
    return
  }
  const { state, attempts, failure, nextAttemptAt } = change.order
  const report = { distributionOrderId, provider, state, attempts, failure, nextAttemptAt }
  if (state === change.from) {
    logger.debug(report, 'the state of a distribution order is unchanged')
    return
  }
  logger.info(report, 'a distribution order has a new state')
}
