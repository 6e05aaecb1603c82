import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { superviseService } from '@takeoff/dev-env/supervisor'
import { waitFor } from '@takeoff/dev-env/wait-for'
import { exportingTo, startCollector } from '@takeoff/kit/testing/collector'
import type { CollectedSpan, Collector } from '@takeoff/kit/testing/collector'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { metricsOf, requirementsOf } from './support/metrics-in-documents.ts'

const FIVE = ['gateway', 'order-documents', 'production-lists', 'receiver', 'webhooks']
const CLIENT_SPAN = randomBytes(8).toString('hex')

const opened = new AsyncDisposableStack()
let collector: Collector
let devEnv: DevEnv
let receiverUrl: string
let organization: Organization

// A stack of its own, because the one of the other tests records no traces.
beforeAll(async () => {
  collector = opened.use(await startCollector())
  const { path: home } = opened.use(await openTemporaryFolder('takeoff-telemetry'))
  const traced = exportingTo(collector)
  devEnv = opened.use(
    await startDevEnv({
      home,
      port: await findFreePort(),
      throwaway: true,
      mayInstallBroker: true,
      environment: {
        gateway: traced,
        'production-lists': traced,
        'order-documents': traced,
        webhooks: { ...traced, WEBHOOKS_TRACEPARENT: 'true' },
      },
      say: () => undefined,
    }),
  )
  receiverUrl = await startReceiver(traced)
  organization = opened.use(await createOrganization(devEnv))
}, 180_000)
afterAll(() => opened.disposeAsync(), 60_000)

async function startReceiver(env: Readonly<Record<string, string>>): Promise<string> {
  const port = String(await findFreePort())
  opened.use(
    await superviseService(
      {
        name: 'receiver',
        entry: path.join(import.meta.dirname, 'support/traced-receiver.ts'),
        env: { ...readBaseEnvironment(), ...env, PORT: port },
      },
      { directory: repositoryRoot, logs: devEnv.logs, say: () => undefined },
    ),
  )
  return `http://127.0.0.1:${port}`
}

async function graphql<T>(
  query: string,
  variables: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = await fetch(devEnv.graphqlUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${organization.token}`,
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown }
  expect(errors).toBeUndefined()
  return data
}

async function subscribe(): Promise<void> {
  await graphql(
    'mutation ($orgId: Int!, $url: String!) { webhookCreate(orgId: $orgId, url: $url) { secret } }',
    { orgId: organization.orgId, url: `${receiverUrl}/hook` },
  )
  const code = await waitFor(
    async () => {
      const received = (await (await fetch(`${receiverUrl}/received`)).json()) as {
        code?: string
      }[]
      return received[0]?.code
    },
    { what: 'the verification code', limitMs: 20_000 },
  )
  await graphql('mutation ($code: String!) { webhookVerify(code: $code) { verifiedAt } }', { code })
}

async function createList(): Promise<number> {
  const vendorId = await organization.createVendor()
  const templateId = await organization.createTemplate([{ vendorId, name: 'Shingles' }])
  const { projectManagementProductionListCreate: created } = await graphql<{
    projectManagementProductionListCreate: { productionList: { id: number } }
  }>(
    `
      mutation CreateList($jobId: Int!, $templateIds: [Int!]!) {
        projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
          productionList {
            id
          }
        }
      }
    `,
    { jobId: await organization.createJob(), templateIds: [templateId] },
    traceHeader(randomTrace()),
  )
  return created.productionList.id
}

const ORDER = `mutation PlaceOrder($attributes: OrderDocumentCreate!) {
  projectManagementOrderDocumentCreate(orderDocumentAttributes: $attributes) {
    orderDocument { id state }
  }
}`

const randomTrace = (): string => randomBytes(16).toString('hex')
const traceHeader = (trace: string) => ({ traceparent: `00-${trace}-${CLIENT_SPAN}-01` })

/** The spans of an order that need no further explanation: each part and each step has one. */
const STEPS = [
  'gateway: POST /graphql',
  'gateway: mutation PlaceOrder',
  'gateway: fetch order-documents',
  'order-documents: POST /graphql',
  'order-documents: fetch production-lists',
  'production-lists: POST /graphql',
  'order-documents: render document',
  'order-documents: insert outbox_message',
  'order-documents: publish order-document.state-changed',
  'webhooks: ingest order-document.state-changed',
  'webhooks: insert domain_event',
  'webhooks: deliver project-management-order-document-state-changed',
  'receiver: POST /hook',
]

test('one order is one trace over five processes, and the log of each is found by its id', async () => {
  await subscribe()
  const trace = randomTrace()
  const attributes = { productionListId: String(await createList()) }
  await graphql(ORDER, { attributes }, traceHeader(trace))
  const ofTrace = (): CollectedSpan[] => collector.spans.filter(({ traceId }) => traceId === trace)
  const steps = () => ofTrace().map(({ service, name }) => `${service}: ${name}`)
  const orphans = () => {
    const ids = new Set(ofTrace().map(({ spanId }) => spanId))
    return ofTrace().filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))
  }
  const isWhole = () => STEPS.every((step) => steps().includes(step)) && orphans().length === 1
  await Promise.race([collector.until(isWhole), delay(15_000, undefined, { ref: false })])

  expect(steps()).toEqual(expect.arrayContaining(STEPS))
  // Every span has its parent in the trace, but the first, whose parent is the client's: nothing is missing.
  expect(orphans().map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['POST /graphql', CLIENT_SPAN],
  ])
  const one = (step: string) => ofTrace().find(({ name }) => name.startsWith(step))
  expect(one('deliver')?.links).toEqual([one('deliver')?.parentSpanId])
  expect(one('ingest')?.parentSpanId).toBe(one('publish')?.spanId)
  expect(one('POST /hook')?.parentSpanId).toBe(one('deliver')?.spanId)

  for (const service of FIVE) {
    const hasLine = async () => {
      const log = await readFile(path.join(devEnv.logs, `${service}.log`), 'utf8')
      return log.includes(`"trace_id":"${trace}"`) || undefined
    }
    await waitFor(hasLine, { what: `a log line of ${service}`, limitMs: 5_000 })
  }
})

describe('docs', () => {
  test('the dashboard, the alerts and the autoscalers use metrics and labels of a running stack', async () => {
    const known = await metricsOf(Object.values(devEnv.urls))
    const unknown = (await requirementsOf()).filter(
      ({ metric, labels }) =>
        !labels.every((label) => known.get(metric)?.has(label)) &&
        // Without a broker there are no metrics of one, and the stack has no registry of supergraphs.
        !(devEnv.transport === 'http' && /broker/.test(metric)) &&
        !metric.startsWith('supergraph_'),
    )
    expect(unknown).toEqual([])
  })
})
