import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

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
  const server = createServer((request, response) => void take(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await send(CREATE, { orgId, url })
  await send(VERIFY, { code: await code.promise })
  count = 0
  return {
    count: () => count,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function isHandshake(payload: unknown): payload is { readonly code: string } {
  return typeof payload === 'object' && payload !== null && 'code' in payload
}

const CREATE = `mutation ($orgId: Int!, $url: String!) {
  webhookCreate(orgId: $orgId, url: $url) { webhook { id } }
}`

const VERIFY = 'mutation ($code: String!) { webhookVerify(code: $code) { id } }'
