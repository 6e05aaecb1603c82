import { describe, expect, it, vi } from 'vitest'
import type { SubgraphResponse } from './compiled/subgraph-call.ts'
import { SplicedData } from './compiled/splice/spliced-data.ts'
import type { CompilingGateway } from './compiling-gateway.ts'
import { RequestClient } from './request-client.ts'
import {
  clientContext,
  documentOf,
  forStock,
  loadGateway,
  requestOf,
} from './testing/load-gateway.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key"])`

const SUBGRAPHS = {
  catalog: `${LINK}
    type Query { book: Book }
    type Mutation { print: Book }
    type Book @key(fields: "id") { id: ID! }`,
  shop: `${LINK} type Book @key(fields: "id") { id: ID!  price: Int }`,
}

const queryOf = (body: string): string => (JSON.parse(body) as { readonly query: string }).query

describe.each(['run', 'splice'] as const)('a client that disconnects (%s)', (method) => {
  const key = { __typename: 'Book', id: '1' }

  /** The subgraphs of the requests, and the response, when the client disconnects during one of them. */
  async function disconnecting(query: string, during: number) {
    const client = new RequestClient()
    const subgraphs: string[] = []
    const gateway = await loadGateway({
      schemas: SUBGRAPHS,
      send({ subgraph, body }) {
        if (subgraphs.push(subgraph) === during) client.disconnect()
        if (subgraph === 'shop') return { data: { _entities: [{ price: 7 }] } }
        return { data: { [queryOf(body).startsWith('mutation') ? 'print' : 'book']: key } }
      },
    })
    const ready = await gateway.prepare(documentOf(query))
    if (ready === undefined) throw new Error('only the stock executor runs this')
    const response = await gateway[method](ready, {}, clientContext(client))
    return { subgraphs, response: JSON.parse(JSON.stringify(toResult(response))) as unknown }
  }

  const cancelled = {
    data: null,
    errors: [
      {
        message: 'The client has closed the connection.',
        extensions: { code: 'CLIENT_CLOSED_REQUEST' },
      },
    ],
  }

  it.each([
    ['sends no further requests', 1, ['catalog']],
    ['is not completed after its last response either', 2, ['catalog', 'shop']],
  ])('during a query: it %s', async (_, during, requested) => {
    const { subgraphs, response } = await disconnecting('{ book { price } }', during)
    expect(subgraphs).toEqual(requested)
    expect(response).toEqual(cancelled)
  })

  it.each([1, 2])('during a mutation: it is completed (request %i)', async (during) => {
    const { subgraphs, response } = await disconnecting('mutation { print { price } }', during)
    expect(subgraphs).toEqual(['catalog', 'shop'])
    expect(response).toEqual({ data: { print: { price: 7 } } })
  })
})

it.each(['compiled', 'stock'])(
  'a mutation whose client disconnects before it has a plan is not sent (%s)',
  async (path) => {
    const client = new RequestClient()
    const send = vi.fn<() => SubgraphResponse>(() => ({ data: { print: null } }))
    const gateway = await loadGateway({
      schemas: SUBGRAPHS,
      send,
      respondToStock: send,
      changePlan(plan) {
        client.disconnect()
        return path === 'stock' ? forStock(plan) : plan
      },
    })
    const request = requestOf(gateway, 'mutation { print { id } }', {})
    const { errors } = await gateway.executor({ ...request, context: clientContext(client) })
    expect(send).not.toHaveBeenCalled()
    expect(errors).toMatchObject([{ extensions: { code: 'CLIENT_CLOSED_REQUEST' } }])
  },
)

/** Text is parsed. */
function toResult({ data, ...rest }: Awaited<ReturnType<CompilingGateway['run']>>) {
  return { data: data instanceof SplicedData ? data.parse() : data, ...rest }
}
