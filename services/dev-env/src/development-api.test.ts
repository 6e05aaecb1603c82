import { json } from 'node:stream/consumers'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { readDevelopmentJobs } from '@takeoff/production-lists/development-data'
import { expect, test } from 'vitest'
import { DevelopmentApi } from './development-api.ts'
import { connectDevelopmentVendors } from './development-connections.ts'
import { createDevelopmentLists } from './development-lists.ts'
import { importNewerPrices } from './development-prices.ts'

const extensions = { code: 'ORGANIZATION_READ_ONLY' }
const refused = { data: null, errors: [{ message: 'It is read-only.', extensions }] }

/** The token says what an organization is: frozen or not, and with list 7 for each job or without lists. */
const server = await disposeAfterAll(
  startLocalServer(async (request, response) => {
    const { query } = (await json(request)) as { readonly query: string }
    const token = request.headers.authorization ?? ''
    const data = {
      vendor: { connection: null },
      projectManagementProductionList: token.includes('with-lists') ? { id: 7 } : null,
      projectManagementProductionListCreate: { productionList: { id: 8 } },
    }
    const isRefused = query.startsWith('mutation') && token.includes('frozen')
    response.end(JSON.stringify(isRefused ? refused : { data }))
  }),
)

/** Loads into organizations 1 and 2; returns the ids of their lists. */
async function load(admin: string, otherOrg: string) {
  const said: string[] = []
  const api = new DevelopmentApi({
    graphqlUrl: server.url,
    tokens: { admin, otherOrg },
    say: (line) => said.push(line),
  })
  const lists = await createDevelopmentLists(api, await readDevelopmentJobs())
  await connectDevelopmentVendors(api)
  await importNewerPrices(api)
  return { lists: new Set(lists.values()), said }
}

const SKIPPED = 'Organization 1 is read-only: development data that it lacks is not loaded'

test('a read-only organization does not stop the start: its lists are found, and it is named once', async () => {
  expect(await load('frozen-with-lists', 'new')).toEqual({
    lists: new Set([7, 8]),
    said: [SKIPPED],
  })
})

test('a list that a read-only organization lacks is left out', async () => {
  expect(await load('frozen', 'new')).toEqual({ lists: new Set([8]), said: [SKIPPED] })
})
