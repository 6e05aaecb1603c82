import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { expect, test } from 'vitest'
import { startGateway } from './fixtures/start-gateway.ts'
import { startLoad } from './fixtures/start-load.ts'
import { startThings, thingsSupergraph } from './fixtures/who-am-i.ts'

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)]
/** The lists of a rotation, as docs/operations.md has them. */
const STEPS = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]]
const REQUESTS_A_STEP = 40

test(
  'a service secret is replaced while requests are sent, and none is refused',
  { timeout: 120_000 },
  async () => {
    await using stack = new AsyncDisposableStack()
    const issuer = stack.use(await startTestIssuer())
    const front = stack.use(await startFront())
    const url = `http://127.0.0.1:${front.port}/graphql`
    const supergraphSdl = thingsSupergraph(url)
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
