import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, it } from 'vitest'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { manyPlansOperation, sharedTypesSupergraph } from './fixtures/shared-types-supergraph.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestResponse } from './fixtures/start-gateway.ts'

const SMALL = '{ anyAccount { __typename } }'

const subgraph = await disposeAfterAll(
  startLocalServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"data":{"anyAccount":{"__typename":"Account"}}}')
  }),
)
const gateway = await disposeAfterAll(
  startGateway(
    sharedTypesSupergraph(() => subgraph.url),
    { PLANNING_TIMEOUT_MS: '500' },
  ),
)
/** Sends a request again while it is refused, which a busy machine makes necessary. */
async function sendUntilPlanned(query: string): Promise<TestResponse> {
  for (;;) {
    const response = await gateway.send({ query })
    if (response.status !== 503) return response
  }
}

async function refusals(code: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  const line = new RegExp(`gateway_planning_refusals_total\\{code="${code}".*\\} (\\d+)`)
  return Number(line.exec(text)?.[1] ?? 0)
}

describe('an operation with too many plans', () => {
  it('is refused with a code, and other requests are served meanwhile', async () => {
    expect((await sendUntilPlanned(SMALL)).status).toBe(200)
    const planning = { isOver: false }
    const refusal = sendUntilPlanned(manyPlansOperation()).finally(() => (planning.isOver = true))
    let served = 0
    while (!planning.isOver) {
      const small = await gateway.send({ query: SMALL })
      expect(small.body).toEqual({ data: { anyAccount: { __typename: 'Account' } } })
      served += 1
    }
    const { status, body } = await refusal
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      {
        message: expect.stringContaining('Split it') as string,
        extensions: { code: 'OPERATION_TOO_COMPLEX', requestId: expect.any(String) as string },
      },
    ])
    expect(served).toBeGreaterThan(5)
  })

  it('is refused again, counted, and other new operations are planned', async () => {
    const before = await refusals('OPERATION_TOO_COMPLEX')
    const again = await sendUntilPlanned(manyPlansOperation())
    expect(again.body.errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_COMPLEX' } }])
    expect(await refusals('OPERATION_TOO_COMPLEX')).toBeGreaterThan(before)
    const { body } = await sendUntilPlanned(`query New ${SMALL}`)
    expect(body).toEqual({ data: { anyAccount: { __typename: 'Account' } } })
  })
})

it('new operations that wait too long are refused, with the time of the next try', async () => {
  const queries = Array.from({ length: 8 }, (_, n) => `query Number${n} ${manyPlansOperation()}`)
  const responses = await Promise.all(queries.map((query) => gateway.send({ query })))
  const late = responses.find(({ status }) => status === 503)
  expect(late?.headers.get('retry-after')).toBe('1')
  expect(late?.body.errors).toMatchObject([
    {
      message: expect.stringContaining('again') as string,
      extensions: { code: 'PLANNER_UNAVAILABLE', retryAfterSeconds: 1 },
    },
  ])
  expect(await refusals('PLANNER_UNAVAILABLE')).toBeGreaterThan(0)
})
