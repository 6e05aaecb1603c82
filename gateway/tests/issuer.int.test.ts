import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import type { TestIssuer } from '@takeoff/kit/testing/issuer'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'
import { startLoad } from './fixtures/start-load.ts'
import { startThings, thingsSupergraph } from './fixtures/who-am-i.ts'

const SECRET = 's'.repeat(32)
const MINUTE_MS = 60_000
const REQUESTS = 40
const OK = '200 {"data":{"whoAmI":7}}'

/** Of a gateway and a subgraph, both of which verify tokens; the clock goes on, and can be moved. */
interface Stack extends AsyncDisposable {
  readonly issuer: TestIssuer
  readonly gateway: TestGateway
}

const opened = new AsyncDisposableStack()
afterAll(async () => {
  await opened.disposeAsync()
  vi.useRealTimers()
})
vi.useFakeTimers({ toFake: ['Date', 'performance'], shouldAdvanceTime: true })

let stack: Stack
beforeEach(async () => {
  stack = opened.use(await startStack())
})

async function startStack(): Promise<Stack> {
  await using parts = new AsyncDisposableStack()
  const issuer = parts.use(await startTestIssuer())
  const subgraph = parts.use(await startThings(issuer.url, [SECRET]))
  const gateway = parts.use(
    await startGateway(thingsSupergraph(`${subgraph.url}/graphql`), {
      AUTH: 'on',
      AUTH_ISSUER: issuer.url,
      SUBGRAPH_SECRETS: JSON.stringify({ things: SECRET }),
    }),
  )
  const started = parts.move()
  return { issuer, gateway, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

let tokens = 0
/** Another one each time, which no process has verified before. */
function newToken(): Promise<string> {
  tokens += 1
  return stack.issuer.token({ claims: { jti: String(tokens) }, expires: '3 hours' })
}

const send = async (token: string) =>
  stack.gateway.send({ query: '{ whoAmI }' }, { authorization: `Bearer ${token}` })

const sendNew = async () => send(await newToken())

test('keys are rotated twice while requests are sent, and no valid token is refused', async () => {
  const load = startLoad(sendNew)
  await load.more(REQUESTS)
  // At once after the keys were fetched, and twice in a row.
  await stack.issuer.rotateKey({ keepsOld: true })
  await load.more(REQUESTS)
  await stack.issuer.rotateKey({ keepsOld: true })
  await load.more(REQUESTS)

  expect(await load.stop()).toEqual([OK])
})

// The other faults, and tokens of unknown keys, are those of the kit's issuer-keys.test.ts.
test('an issuer that is unavailable for an hour causes no refusal of a token whose key is known', async () => {
  const tokenBefore = await newToken()
  await sendNew()
  stack.issuer.keysResponse = (response) => void response.writeHead(500).end('{}')
  for (let minutes = 0; minutes < 60; minutes += 5) {
    // No request is under way: its service token would be 5 minutes old.
    vi.advanceTimersByTime(5 * MINUTE_MS)
    const responses = await Promise.all(Array.from({ length: 8 }, sendNew))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([OK]))
  }
  expect((await send(tokenBefore)).status).toBe(200)
})
