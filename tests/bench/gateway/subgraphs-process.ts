import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql, parse } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { serveMethods } from '../methods.ts'
import { resolvers } from './made-up.ts'

/**
 * Subgraphs that cost as little as a Node process can: requests are cut out of the bytes by hand, and a
 * body that came before is answered with the bytes of its first answer, which graphql made of made-up data.
 */
const HEAD_END = '\r\n\r\n'
const SERVICES = new URL('../../../services/', import.meta.url)

type Name = keyof typeof resolvers

/** A request that a gateway sends. */
export interface Fetch {
  readonly url: string
  readonly body: string
}

const state = { requests: 0, executed: 0 }
/** Requests that came for the first time, since they were last taken. */
let firsts: Fetch[] = []

const methods = {
  /** Subgraph → address. */
  async urls(): Promise<Record<string, string>> {
    const names = Object.keys(resolvers) as Name[]
    const entries = names.map(async (name) => [name, await listen(await schemaOf(name))] as const)
    return Object.fromEntries(await Promise.all(entries))
  },
  /** How many requests came, and how many of them were no repetition. */
  counts: () => ({ ...state }),
  /** The requests that came for the first time since this was last asked, in their order. */
  takeFirsts(): Fetch[] {
    const taken = firsts
    firsts = []
    return taken
  },
}

export type SubgraphsMethods = typeof methods

serveMethods(methods)

async function schemaOf(name: Name): Promise<GraphQLSchema> {
  const typeDefs = parse(await readFile(new URL(`${name}/schema.graphql`, SERVICES), 'utf8'))
  return buildSubgraphSchema([{ typeDefs, resolvers: resolvers[name] }])
}

async function listen(schema: GraphQLSchema): Promise<string> {
  const answers = new Map<string, Promise<Buffer>>()
  let url = ''
  const server = createServer({ noDelay: true }, (socket) => {
    serve(socket, (body) => {
      state.requests += 1
      const known = answers.get(body)
      if (known !== undefined) return known
      firsts.push({ url, body })
      const answer = execute(schema, body)
      answers.set(body, answer)
      return answer
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  return url
}

function serve(socket: Socket, answerTo: (body: string) => Promise<Buffer>): void {
  let rest: Buffer | undefined
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const bodyAt = bytes.indexOf(HEAD_END) + HEAD_END.length
      if (bodyAt < HEAD_END.length) break
      const end = bodyAt + contentLengthOf(bytes.toString('latin1', 0, bodyAt))
      if (bytes.length < end) break
      void answerTo(bytes.toString('latin1', bodyAt, end)).then((answer) => socket.write(answer))
      bytes = bytes.subarray(end)
    }
    rest = bytes.length > 0 ? bytes : undefined
  })
}

function contentLengthOf(head: string): number {
  const match = /\r\ncontent-length: (\d+)/i.exec(head)
  if (match === null) throw new Error(`a request without a length:\n${head}`)
  return Number(match[1])
}

/** @throws Error when the answer has errors: a fast wrong answer is no figure */
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
  const answer = Buffer.from(JSON.stringify(result))
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), answer])
}
