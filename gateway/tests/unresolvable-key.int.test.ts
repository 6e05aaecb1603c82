import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { ApolloGateway } from '@apollo/gateway'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestOf } from '../src/execution/testing/load-gateway.ts'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { LocalServer } from '@takeoff/kit/testing/local-server'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key", "@external", "@requires"])'
const SCHEMAS = {
  names: `${LINK}
    type Book @key(fields: "id") { id: ID! name: String pages: Int! }`,
  titles: `${LINK}
    type Query { book: Book books: [Book] gone: Book }
    type Book @key(fields: "id", resolvable: false) {
      id: ID! name: String @external title: String! @requires(fields: "name") }`,
}
const BOOK = { __typename: 'Book', id: '1' }

type Subgraph = keyof typeof SCHEMAS

/** The subgraph `titles` resolves no book, as its schema says; `names` has none with the id 0. */
function respond(subgraph: Subgraph, { query, variables }: GraphqlBody): unknown {
  const { representations } = variables
  if (representations === undefined) {
    const gone = { ...BOOK, id: '0' }
    const fields = { book: BOOK, books: [BOOK, BOOK], gone }
    const selected = Object.entries(fields).filter(([name]) => query.includes(`${name}{`))
    return { data: Object.fromEntries(selected) }
  }
  const entities = representations.map(({ id }) =>
    subgraph === 'titles' || id === '0' ? null : { name: 'Roofs', pages: 9 },
  )
  return { data: { _entities: entities } }
}

async function serve(
  name: Subgraph,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = request.method === 'POST' ? await text(request) : '{}'
  const { query = '', variables = {} } = JSON.parse(body) as Partial<GraphqlBody>
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(respond(name, { query, variables })))
}

interface GraphqlBody {
  readonly query: string
  readonly variables: { readonly representations?: readonly { readonly id: string }[] }
}

const servers: LocalServer[] = []
let gateway: TestGateway
let schema: GraphQLSchema
let stock: ApolloGateway

beforeAll(async () => {
  const subgraphs = await Promise.all(
    (['names', 'titles'] as const).map(async (name) => {
      const server = await startLocalServer((request, response) => {
        void serve(name, request, response)
      })
      servers.push(server)
      return { name, url: `${server.url}/graphql`, sdl: SCHEMAS[name] }
    }),
  )
  const composition = composeSupergraph(subgraphs, () => true)
  if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
  const { supergraphSdl } = composition
  gateway = await startGateway(supergraphSdl)
  stock = new ApolloGateway({
    supergraphSdl,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  schema = (await stock.load()).schema
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const server of servers) await server[Symbol.asyncDispose]()
})

async function executeByStock(query: string) {
  const { data, extensions } = await stock.executor(requestOf({ schema }, query, {}))
  return {
    data,
    broken: (extensions?.['valueCompletion'] ?? []) as readonly GraphQLFormattedError[],
  }
}

describe('an entity that is null', () => {
  it.each(['{ book { title } }', '{ books { id title } }', '{ book { pages title } }'])(
    'is reported as by the stock executor where its key is not resolvable: %s',
    async (query) => {
      const { data, broken } = await executeByStock(query)
      expect(broken.length).toBeGreaterThan(0)
      const { body } = await gateway.send({ query })
      expect(body.data).toEqual(data)
      // The message is masked, like that of every error which is not the client's.
      const reported = broken.map(({ path }) => ({ path, code: 'INTERNAL_SERVER_ERROR' }))
      const errors = body.errors?.map(({ path, extensions }) => ({
        path,
        code: extensions['code'],
      }))
      expect(errors).toEqual(reported)
    },
  )

  it('is gone, which is no error, where its key is resolvable', async () => {
    const query = '{ gone { pages } }'
    const { data, broken } = await executeByStock(query)
    expect(broken).toHaveLength(1)
    expect((await gateway.send({ query })).body).toEqual({ data })
  })
})
