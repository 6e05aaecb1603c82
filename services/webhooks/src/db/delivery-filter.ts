import type { Page } from '@takeoff/kit/graphql/page'
import { firstUuidOf, GREATEST_UUID, LEAST_UUID, timeOfUuid } from '@takeoff/kit/values/ids'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import type { DeliveryState } from './delivery.ts'
import { EVENTS } from './found-delivery.ts'
import type { LogPart } from './found-delivery.ts'

/** Conditions on deliveries; all that are set must hold. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly event?: string | undefined
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
  /** Id of the event's list, document or order. */
  readonly resourceId?: string | undefined
  /** Failed lately, or pending for a while; not the handshake. */
  readonly needsAttention?: boolean | undefined
}

export interface DeliverySearch {
  readonly filter: DeliveryFilter
  readonly page: Page<string>
  readonly log: LogPart
}

/** A failure of longer ago needs no attention any more. */
const ATTENTION_MS = 30 * 86_400_000
/** A pending delivery needs attention after this time. */
const WAITING_MS = 60_000
const LATEST_MS = Date.UTC(9999, 0)
/** The time in the id of a delivery differs from that of its event by this at most. */
const ROUNDED_MS = 1

/** The conditions of a search beside webhooks and a range of ids. */
export interface SearchShape {
  readonly state: DeliveryState | undefined
  readonly hasEvent: boolean
  readonly hasResource: boolean
  readonly needsAttention: boolean
}

/** The conditions that the search has. */
export function shapeOf({ filter }: DeliverySearch): SearchShape {
  const needsAttention = filter.needsAttention === true
  return {
    state: filter.state,
    hasEvent: filter.event !== undefined || needsAttention,
    hasResource: filter.resourceId !== undefined,
    needsAttention,
  }
}

/** Their values, beside organizations and webhooks. */
export function paramsOf({ filter, page, log }: DeliverySearch) {
  const { since, until, needsAttention } = filter
  const now = Date.now()
  const start = Math.max(since?.getTime() ?? 0, needsAttention ? now - ATTENTION_MS : 0)
  const end = until?.getTime() ?? LATEST_MS
  const last = page.after === undefined ? end : Math.min(end, timeOfUuid(page.after))
  return {
    since: start === 0 ? LEAST_UUID : firstUuidOf(new Date(start)),
    until: until === undefined ? GREATEST_UUID : firstUuidOf(until),
    receivedSince: new Date(start - ROUNDED_MS),
    receivedUntil: new Date(last + ROUNDED_MS),
    waitingSince: firstUuidOf(new Date(now - WAITING_MS)),
    after: page.after ?? GREATEST_UUID,
    events: eventsOf(filter),
    resourceId: filter.resourceId,
    limit: page.first + 1,
    log,
  }
}

function eventsOf({ state, event, needsAttention }: DeliveryFilter): readonly string[] {
  // Only handshakes are ever cancelled.
  const all = state === 'cancelled' ? [VERIFICATION_EVENT] : EVENTS
  const isDone = state === 'delivered' || state === 'cancelled'
  if (needsAttention && isDone) return []
  return all.filter(
    (word) =>
      (event === undefined || word === event) && !(needsAttention && word === VERIFICATION_EVENT),
  )
}
