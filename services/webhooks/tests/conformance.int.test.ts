import { expect, test, vi } from 'vitest'
import { runSuite } from '../../../tests/conformance/run-suite.ts'
import type { SenderUnderTest, Subscription } from '../../../tests/conformance/sender-under-test.ts'
import { listEvent, startTestService } from './support/test-service.ts'
import type { TestService } from './support/test-service.ts'

const PREFIX = 'project-management-'
const EVENTS = {
  [`${PREFIX}production-list-created`]: 'production-list.created',
  [`${PREFIX}production-list-updated`]: 'production-list.updated',
} as const

/** The test runs ten times as fast: its timeout of 2.2 s represents 22 s. */
const TIME_SCALE = 10
const TIMEOUT_MS = 2_200
const WAIT = { interval: 50, timeout: 10_000 }
const RETRY_DELAYS = '[0.3, 1, 3]'

/** The product's specification defines each payload, including its keys. */
const FIXED = 'the specification fixes the payload'
const EXCEPTIONS = {
  'payload-type': FIXED,
  'payload-timestamp': FIXED,
  'event-type-format': FIXED,
}

interface OurSubscription extends Subscription {
  readonly id: number
  readonly orgId: number
}

test('every MUST and SHOULD of Standard Webhooks that a receiver can observe is fulfilled', async () => {
  await using service = await startTestService({
    overrides: { attemptTimeoutMs: TIMEOUT_MS },
    env: { WEBHOOKS_RETRY_DELAYS: RETRY_DELAYS },
  })
  const results = await runSuite(senderOf(service), {
    timeScale: TIME_SCALE,
    patienceSeconds: 8,
    typeKey: 'event',
    exceptions: EXCEPTIONS,
  })
  const observed = results.map(({ rule, outcome, evidence }) => ({
    id: rule.id,
    outcome,
    evidence,
  }))
  expect(observed.filter(({ outcome }) => outcome === 'fail')).toEqual([])
  expect(observed.filter(({ outcome }) => outcome === 'excepted').map(({ id }) => id)).toEqual(
    Object.keys(EXCEPTIONS),
  )
  const unseen = results.filter(
    ({ rule, outcome }) => outcome === 'not observable' && rule.unobservable === undefined,
  )
  expect(unseen.map(({ rule }) => rule.id)).toEqual(['event-time-kept', 'https-only'])
})

/** Each subscription has its own organization, so that it alone receives its events. */
function senderOf(service: TestService): SenderUnderTest {
  let orgs = 0
  let lists = 0
  const request = async (orgId: number, query: string, variables: Record<string, unknown>) => {
    const { data, errors } = await service.graphql(query, variables, { orgIds: [orgId] })
    if (errors !== undefined) throw new Error(errors[0]?.message)
    return data
  }
  return {
    isolated: true,
    eventTypes: Object.keys(EVENTS),
    async subscribe(url, { eventTypes, beside, firstRequest }): Promise<OurSubscription> {
      const orgId = (beside as OurSubscription | undefined)?.orgId ?? ++orgs
      const { webhookCreate } = await request(
        orgId,
        `mutation ($orgId: Int!, $url: String!, $events: [String!]) {
          webhookCreate(orgId: $orgId, url: $url, events: $events) { secret webhook { id } } }`,
        { orgId, url, events: eventTypes },
      )
      const { code } = JSON.parse((await firstRequest()).body.toString()) as { code: string }
      await request(orgId, 'mutation ($code: String!) { webhookVerify(code: $code) { id } }', {
        code,
      })
      const { id } = webhookCreate.webhook as { id: number }
      // The result of the handshake is a success, which must not arrive in the middle of a scenario.
      await vi.waitFor(async () => {
        const { webhook } = await request(
          orgId,
          'query ($id: Int!) { webhook(id: $id) { deliveries { nodes { state } } } }',
          { id },
        )
        expect(webhook.deliveries.nodes).toEqual([{ state: 'delivered' }])
      }, WAIT)
      return { id, orgId, secret: webhookCreate.secret }
    },
    async trigger(subscription, count, eventType = Object.keys(EVENTS)[0] ?? '') {
      const { orgId } = subscription as OurSubscription
      const events = Array.from({ length: count }, () =>
        listEvent(EVENTS[eventType as keyof typeof EVENTS], { orgId, productionListId: ++lists }),
      )
      expect(await service.publish(...events)).toBe(204)
    },
    async rotateSecret(subscription) {
      const { id, orgId } = subscription as OurSubscription
      const { webhookSecretRotate } = await request(
        orgId,
        'mutation ($id: Int!) { webhookSecretRotate(id: $id) { secret } }',
        { id },
      )
      return webhookSecretRotate.secret
    },
  }
}
