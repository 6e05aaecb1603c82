import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { Client } from './client.ts'

const HANDSHAKE = 'webhook-verification-code'
const CREATE = `mutation ($orgId: Int!, $url: String!) {
  webhookCreate(orgId: $orgId, url: $url) { webhook { id } }
}`
const VERIFY = 'mutation ($code: String!) { webhookVerify(code: $code) { verifiedAt } }'

interface Payload {
  readonly event: string
  readonly code?: string
  readonly project_management_production_list_id?: number
  readonly project_management_order_document_id?: string
}

/** A verified subscription to all events of an organization, with what it has received. */
export interface Receiver extends AsyncDisposable {
  /** When each of the different events of a kind about a list or a document came first, by `performance.now()`. */
  arrivals(event: string, id: number | string): readonly number[]
  /** All deliveries, with those that were repeated. */
  readonly deliveries: number
}

export async function startReceiver(client: Client, orgId: number): Promise<Receiver> {
  /** Ids of events, and when each came first, by what they tell. */
  const heard = new Map<string, { readonly ids: Set<string>; readonly times: number[] }>()
  const handshake = Promise.withResolvers<string>()
  let deliveries = 0
  const take = async (request: IncomingMessage): Promise<void> => {
    const payload = (await json(request)) as Payload
    if (payload.event === HANDSHAKE) handshake.resolve(payload.code ?? '')
    else deliveries += 1
    const id = String(request.headers['webhook-id'])
    for (const about of [
      payload.project_management_order_document_id,
      payload.project_management_production_list_id,
    ]) {
      const key = `${payload.event} ${about}`
      const known = heard.get(key) ?? { ids: new Set(), times: [] }
      heard.set(key, known)
      if (!known.ids.has(id)) known.times.push(performance.now())
      known.ids.add(id)
    }
  }
  const server = await startLocalServer((request, response) => {
    // A sender that ends leaves an incomplete request.
    take(request).then(
      () => response.writeHead(204).end(),
      () => response.destroy(),
    )
  })
  const url = `${server.url}/hook`
  await client.send(CREATE, { orgId, url })
  await client.send(VERIFY, { code: await handshake.promise })
  return {
    arrivals: (event, id) => heard.get(`${event} ${id}`)?.times ?? [],
    get deliveries() {
      return deliveries
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
