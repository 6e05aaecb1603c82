import { expect, test } from 'vitest'
import { deliveryProblem, orderProblem, troubledSince } from './problems.ts'
import type { WebhookOfDelivery } from './problems.ts'

const LATER = '2026-03-14T12:00:00.000Z'
const attempt = { error: 'answered 500' }
const enabled: WebhookOfDelivery = { state: 'enabled', ordered: false }
const disabled: WebhookOfDelivery = { ...enabled, state: 'disabled' }
const unverified: WebhookOfDelivery = { ...enabled, state: 'unverified' }
const paused: WebhookOfDelivery = { ...enabled, state: 'paused' }
const ordered: WebhookOfDelivery = { ...enabled, ordered: true }

test.each([
  [{ state: 'failed', nextAttemptAt: null, lastAttempt: attempt }, enabled, 'failed'],
  [{ state: 'failed', nextAttemptAt: null, lastAttempt: attempt }, disabled, 'disabled'],
  [{ state: 'failed', nextAttemptAt: null, lastAttempt: null }, unverified, 'unverified'],
  [{ state: 'failed', nextAttemptAt: null, lastAttempt: attempt }, undefined, 'failed'],
  [{ state: 'pending', nextAttemptAt: LATER, lastAttempt: attempt }, paused, 'paused'],
  [{ state: 'pending', nextAttemptAt: LATER, lastAttempt: attempt }, enabled, 'retrying'],
  [{ state: 'pending', nextAttemptAt: LATER, lastAttempt: null }, enabled, 'waiting'],
  [{ state: 'pending', nextAttemptAt: null, lastAttempt: attempt }, enabled, 'sending'],
  [{ state: 'pending', nextAttemptAt: null, lastAttempt: null }, ordered, 'behind'],
])('the delivery %j of the webhook %j is: %s', (delivery, webhook, problem) => {
  expect(deliveryProblem(delivery, webhook)).toBe(problem)
})

const nothing = { status: null, failure: null, cancelRequestedAt: null }

test.each([
  [{ ...nothing, state: 'failed', failure: 'refused', cancelRequestedAt: LATER }, 'failed'],
  [{ ...nothing, state: 'submitted', failure: 'late', cancelRequestedAt: LATER }, 'cancelling'],
  [{ ...nothing, state: 'draft', failure: 'connection refused' }, 'draft'],
  [{ ...nothing, state: 'submitted', status: 'needs_review' }, 'review'],
  [{ ...nothing, state: 'acknowledged', failure: 'it is on the truck' }, 'problem'],
  [{ ...nothing, state: 'submitted', status: 'received' }, 'unwatched'],
])('the order %j is: %s', (order, problem) => {
  expect(orderProblem(order)).toBe(problem)
})

test.each([
  ['failed', LATER, 'updated'],
  ['submitted', LATER, LATER],
  ['draft', null, 'created'],
  ['submitted', null, 'updated'],
])('a %s order with a cancellation at %s is so since %s', (state, cancelRequestedAt, since) => {
  const times = { createdAt: 'created', updatedAt: 'updated', cancelRequestedAt }
  expect(troubledSince({ state, ...times })).toBe(since)
})
