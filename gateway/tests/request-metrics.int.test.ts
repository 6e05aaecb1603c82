import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { beforeEach, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

let gateway: TestGateway

const library = await disposeAfterAll(startLibrary())

beforeEach(async () => {
  library.respond('catalog', undefined)
  gateway = await startGateway(library.supergraphSdl)
  return () => gateway[Symbol.asyncDispose]()
})

/** The counts of a histogram, by its labels. */
async function countsOf(histogram: string): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
  const lines = metrics.matchAll(
    new RegExp(`^${histogram}_count\\{service="gateway",(.*)\\} (\\d+)$`, 'gm'),
  )
  return Object.fromEntries([...lines].map(([, labels = '', count]) => [labels, Number(count)]))
}

it('measures operations by name and outcome, on the fast path as well', async () => {
  const ask = (query: string) => gateway.send({ query })
  await ask('query Books { books { id } }')
  await ask('query Books { books { id } }')
  await ask('{ books { id } }')
  await ask('query Wrong { nothing }')
  library.respond('catalog', (_request, response) => void response.writeHead(500).end())
  await ask('query Books { books { id } }')
  expect(await countsOf('gateway_operation_duration_seconds')).toEqual({
    'operation="Books",outcome="success"': 2,
    'operation="Books",outcome="error"': 1,
    'operation="(unnamed)",outcome="success"': 1,
    'operation="(refused)",outcome="error"': 1,
  })
})

it('measures requests to each subgraph, and whether they had a response', async () => {
  const books = () => gateway.send({ query: '{ books { id } }' })
  await books()
  library.respond('catalog', (_request, response) => void response.writeHead(500).end())
  await books()
  expect(await countsOf('subgraph_request_duration_seconds')).toEqual({
    'subgraph="catalog",outcome="response"': 1,
    'subgraph="catalog",outcome="unavailable"': 1,
  })
})

it('names of clients cannot fill the memory: the hundred first are told apart', async () => {
  for (let number = 0; number < 103; number += 1)
    await gateway.send({ query: `query Name${number} { books { id } }` })
  await gateway.send({ query: `query ${'N'.repeat(81)} { books { id } }` })
  const counts = await countsOf('gateway_operation_duration_seconds')
  expect(Object.keys(counts)).toHaveLength(101)
  expect(counts['operation="(other)",outcome="success"']).toBe(4)
})
