import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { startLocalServer } from '@takeoff/kit/testing/local-server'

export interface SubscribedReceiver extends AsyncDisposable {
  /** Requests so far. */
  count(): number
}

/** Sends an operation and returns the data of its response. */
export type Send = <Data>(query: string, variables: object) => Promise<Data>

/** Starts a receiver on loopback that responds with 204, and subscribes it to all events of an organization. */
export async function subscribe(orgId: number, send: Send): Promise<SubscribedReceiver> {
  let count = 0
  const code = Promise.withResolvers<string>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    count += 1
    const payload = await json(request)
    if (isHandshake(payload)) code.resolve(payload.code)
    response.writeHead(204).end()
  }
  const server = await startLocalServer(take)
  const url = `${server.url}/`
  await send(CREATE, { orgId, url })
  await send(VERIFY, { code: await code.promise })
  count = 0
  return {
    count: () => count,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function isHandshake(payload: unknown): payload is { readonly code: string } {
  return typeof payload === 'object' && payload !== null && 'code' in payload
}

const CREATE = `mutation ($orgId: Int!, $url: String!) {
  webhookCreate(orgId: $orgId, url: $url) { webhook { id } }
}`

const VERIFY = 'mutation ($code: String!) { webhookVerify(code: $code) { id } }'
