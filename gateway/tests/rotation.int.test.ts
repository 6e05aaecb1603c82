import { EventEmitter, once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { startSubgraph } from '@takeoff/kit/graphql/subgraph-server'
import type { RequestContext } from '@takeoff/kit/graphql/subgraph-server'
import { listenEarly } from '@takeoff/kit/http/early-server'
import { readVariables } from '@takeoff/kit/service/config'
import { authVariables } from '@takeoff/kit/service/config-groups'
import { createLogger } from '@takeoff/kit/service/logger'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { openAccess, plainContext } from '@takeoff/kit/testing/open-access'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import { expect, test } from 'vitest'
import { startGateway } from './fixtures/start-gateway.ts'

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)]
/** The lists of a rotation, as docs/operations.md has them. */
const STEPS = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]]
const CLIENTS = 8
const REQUESTS_A_STEP = 40

const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.12")
  type Query { whoAmI: Int! }
`
const resolvers = {
  Query: { whoAmI: (_: unknown, __: unknown, { caller }: RequestContext) => caller.userId },
}

test(
  'a service secret is replaced while requests are sent, and none is refused',
  { timeout: 120_000 },
  async () => {
    await using stack = new AsyncDisposableStack()
    const issuer = stack.use(await startTestIssuer())
    const front = stack.use(await startFront())
    const url = `http://127.0.0.1:${front.port}/graphql`
    const composition = composeSupergraph([{ name: 'things', url, sdl: typeDefs }])
    if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
    const { supergraphSdl } = composition
    const start = async (secrets: readonly string[]) => ({
      subgraph: await startThings(issuer.url, secrets),
      gateway: await startGateway(supergraphSdl, {
        AUTH: 'on',
        AUTH_ISSUER: issuer.url,
        SUBGRAPH_SECRETS: JSON.stringify({ things: secrets.join() }),
      }),
    })

    let running = await start(STEPS[0] ?? [])
    stack.defer(async () => {
      await running.gateway[Symbol.asyncDispose]()
      await running.subgraph[Symbol.asyncDispose]()
    })
    front.forwardTo(running.subgraph)
    const authorization = `Bearer ${await issuer.token()}`
    const load = startLoad(() =>
      running.gateway.send({ query: '{ whoAmI }' }, { authorization, connection: 'close' }),
    )
    stack.defer(async () => void (await load.stop()))
    await load.more(REQUESTS_A_STEP)

    for (const [index, secrets] of STEPS.slice(1).entries()) {
      const next = await start(secrets)
      const before = running
      // A rolling restart replaces callers and the called service in any order.
      const replace = [
        () => void (running = { gateway: next.gateway, subgraph: running.subgraph }),
        () => {
          running = { gateway: running.gateway, subgraph: next.subgraph }
          front.forwardTo(next.subgraph)
        },
      ]
      for (const part of index % 2 === 0 ? replace : replace.toReversed()) {
        part()
        await load.more(REQUESTS_A_STEP)
      }
      await before.subgraph[Symbol.asyncDispose]()
      await load.more(REQUESTS_A_STEP)
      await before.gateway[Symbol.asyncDispose]()
    }
    expect(await load.stop()).toEqual(['200 {"data":{"whoAmI":7}}'])

    // The old secret is of no use now.
    await using outdated = await startGateway(supergraphSdl, {
      SUBGRAPH_SECRETS: JSON.stringify({ things: OLD }),
    })
    const refused = await outdated.send({ query: '{ whoAmI }' }, { authorization })
    expect(refused.body.errors).toMatchObject([{ extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }])
  },
)

async function startThings(authIssuer: string, serviceSecrets: readonly string[]) {
  const auth = readVariables(authVariables, { AUTH_ISSUER: authIssuer })
  const address = { host: '127.0.0.1', adminHost: '127.0.0.1', adminPort: undefined }
  return startSubgraph({
    name: 'things',
    config: { ...auth, ...address, serviceSecrets },
    logger: createLogger('test', 'silent'),
    early: await listenEarly({ ...address, port: 0 }),
    typeDefs,
    resolvers,
    access: openAccess(resolvers),
    context: plainContext,
    ready: () => Promise.resolve(),
  })
}

/** A load balancer: new connections go to the latest target. */
async function startFront() {
  let target = 0
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    clients.add(client)
    client.on('error', () => upstream.destroy()).pipe(upstream)
    client.on('close', () => clients.delete(client) && upstream.destroy())
    upstream.on('error', () => client.destroy()).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    forwardTo: ({ url }: { readonly url: string }) => void (target = Number(new URL(url).port)),
    [Symbol.asyncDispose]: () => {
      for (const client of clients) client.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Clients that send one request after the other. */
function startLoad(send: () => Promise<{ readonly status: number; readonly text: string }>) {
  const results = new Set<string>()
  const ends = new EventEmitter()
  const stopping = new AbortController()
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!stopping.signal.aborted) {
      results.add(await send().then(({ status, text }) => `${status} ${text}`, String))
      ends.emit('end')
    }
  })
  return {
    /** Resolves when this many more requests have ended. */
    async more(count: number): Promise<void> {
      for (let ended = 0; ended < count; ended += 1) await once(ends, 'end')
    },
    /** All different results. */
    async stop(): Promise<string[]> {
      stopping.abort()
      await Promise.all(clients)
      return [...results]
    },
  }
}
