import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { graphql } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { serveMethods } from '../methods.ts'
import { readRequests } from '../read-requests.ts'
import { subgraphsOf } from './subgraph-schemas.ts'
import type { SupergraphName } from './subgraph-schemas.ts'

/**
 * Subgraphs at the minimal cost of a Node process: requests are parsed from the bytes by hand, and a repeated
 * body gets the bytes of its first response, which graphql built from generated data.
 */

/** A request that a gateway sends. */
export interface Fetch {
  readonly url: string
  readonly body: string
}

const state = { requests: 0, executed: 0 }
/** Requests that arrived for the first time since the last call of `takeFirsts`. */
let firsts: Fetch[] = []

const started = new Map<SupergraphName, Promise<Record<string, string>>>()
/** Subgraphs that respond only when they are released. */
let held: readonly string[] = []
let release = Promise.withResolvers<void>()

const methods = {
  /** Starts the subgraphs of a supergraph; subgraph → address. */
  urls(supergraph: SupergraphName): Promise<Record<string, string>> {
    const urls = started.get(supergraph) ?? start(supergraph)
    started.set(supergraph, urls)
    return urls
  },
  /** Makes these subgraphs withhold their responses until they are released. */
  hold(names: readonly string[]): void {
    held = names
    release = Promise.withResolvers()
  },
  release(): void {
    held = []
    release.resolve()
  },
  /** How many requests arrived, and how many of them were not repetitions. */
  counts: () => ({ ...state }),
  /** The requests that arrived for the first time since the last call, in order of arrival. */
  takeFirsts(): Fetch[] {
    const taken = firsts
    firsts = []
    return taken
  },
}

export type SubgraphsMethods = typeof methods

serveMethods(methods)

async function start(supergraph: SupergraphName): Promise<Record<string, string>> {
  const subgraphs = Object.entries(await subgraphsOf(supergraph))
  const entries = subgraphs.map(
    async ([name, schema]) => [name, await listen(name, schema)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function listen(name: string, schema: GraphQLSchema): Promise<string> {
  const responses = new Map<string, Promise<Buffer>>()
  let url = ''
  const responseTo = (body: string): Promise<Buffer> => {
    const known = responses.get(body)
    if (known !== undefined) return known
    firsts.push({ url, body })
    const response = execute(schema, body)
    responses.set(body, response)
    return response
  }
  const server = createServer({ noDelay: true }, (socket) => {
    readRequests(socket, (body) => {
      state.requests += 1
      const response = held.includes(name)
        ? release.promise.then(() => responseTo(body))
        : responseTo(body)
      void response.then((bytes) => socket.write(bytes))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  return url
}

/** @throws Error when the response has errors, because a fast wrong response would falsify the figures */
async function execute(schema: GraphQLSchema, body: string): Promise<Buffer> {
  state.executed += 1
  const { query, variables, operationName } = JSON.parse(body) as {
    query: string
    variables?: Record<string, unknown>
    operationName?: string
  }
  const result = await graphql({
    schema,
    source: query,
    variableValues: variables,
    operationName,
  })
  if (result.errors !== undefined) throw new Error(`${JSON.stringify(result.errors)}\n${body}`)
  const json = Buffer.from(JSON.stringify(result))
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), json])
}
