import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { graphql, graphqlData, http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { startReceiver, subscribe, verifySignature } from './support/receiver.ts'

const devEnv = sharedDevEnv()
const { details } = devEnv

const LIST = `query ($id: Int!) { projectManagementProductionListById(id: $id) { id version } }`

const UPDATE = `mutation ($id: Int!, $name: String!) {
  projectManagementProductionListUpdate(id: $id, name: $name) { productionList { id name version } }
}`

describe('the development stack', () => {
  test('serves the resources that its dev.json names', async () => {
    const list = await graphqlData(
      `query ($jobId: Int!, $orgId: Int!) { projectManagementProductionList(jobId: $jobId, orgId: $orgId) { id } }`,
      { jobId: details.jobId, orgId: details.orgId },
      { token: details.tokens.reader },
    )
    const other = await graphqlData(
      LIST,
      { id: details.otherOrgProductionListId },
      { token: details.tokens.otherOrg },
    )

    expect(list).toEqual({ projectManagementProductionList: { id: details.productionListId } })
    expect(other).toMatchObject({
      projectManagementProductionListById: { id: details.otherOrgProductionListId },
    })
  })

  test('has a job without a list', async () => {
    const { jobIdWithoutList: jobId, orgId } = details

    expect(
      await graphqlData(
        `query ($jobId: Int!, $orgId: Int!) { projectManagementProductionList(jobId: $jobId, orgId: $orgId) { id } }`,
        { jobId, orgId },
      ),
    ).toEqual({ projectManagementProductionList: null })
  })

  test('mints the requested token, including an expired one', async () => {
    const person = { userId: 7, orgIds: [details.orgId], scopes: ['lists:read'] }
    const good = await devEnv.mintToken(person)
    const expired = await devEnv.mintToken({ ...person, expiresInSeconds: -60 })
    const variables = { id: details.productionListId }

    expect((await graphql(LIST, variables, { token: good })).status).toBe(200)
    expect((await graphql(LIST, variables, { token: expired })).status).toBe(401)
  })

  test('reports on the port of the gateway that it is ready', async () => {
    expect((await http(`${devEnv.urls.gateway}/health/ready`, { token: null })).status).toBe(200)
  })

  test('delivers a signed webhook, and is idle afterwards', async () => {
    await using receiver = await startReceiver()
    const { secret } = await subscribe(receiver)

    await graphqlData(UPDATE, { id: details.productionListId, name: 'Roof' })

    const webhook = await receiver.waitForOne(
      ({ payload }) => payload.event === 'project-management-production-list-updated',
    )
    expect(verifySignature(webhook, secret)).toMatchObject({ job_id: details.jobId })
    await devEnv.waitUntilIdle()
  })

  test('simulates the order systems of suppliers', async () => {
    const { url, accessToken } = details.providerSimulator
    const order = `${url}/abc-supply/orders/${randomUUID()}`

    expect((await http(order, { token: accessToken })).status).toBe(404)
    expect((await http(order, { token: 'another' })).status).toBe(401)
  })

  // The others are killed by tests of their work: errors.test.ts, transports.test.ts and ../chaos.
  test.concurrent.each(['provider-simulator', 'console', 'gateway'] as const)(
    'restarts %s after kill -9',
    async (name) => {
      await devEnv.kill9(name)
      await devEnv.waitUntilIdle()

      expect((await http(`${devEnv.urls[name]}/health/ready`, { token: null })).status).toBe(200)
    },
  )
})
