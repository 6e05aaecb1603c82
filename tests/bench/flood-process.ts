import { setTimeout as sleep } from 'node:timers/promises'
import { serveMethods } from './methods.ts'

const LIST = 'projectManagementProductionListById'

/** Where a flood goes, and the tokens that it uses. */
export interface FloodTarget {
  readonly gatewayUrl: string
  readonly orgId: number
  readonly token: string
  /** A long list, and the query for lists. */
  readonly listId: number
  readonly listQuery: string
}

/** Requests of one client of a flood, each different from the one before. */
type Flood = (target: FloodTarget, index: number) => Promise<Response>

const floods: Readonly<Record<FloodName, Flood>> = {
  documents: (target, index) => sendQuery(target, invalidDocument(index)),
  keys: (target, index) =>
    sendQuery({ ...target, token: withUnknownKey(target.token) }, `{ a${index} }`),
  exports: ({ gatewayUrl, orgId, token }) =>
    fetch(`${gatewayUrl}/exports/production-lists?orgId=${orgId}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  readiness: ({ gatewayUrl }, index) =>
    fetch(`${gatewayUrl}/health/ready${index % 2 === 0 ? '' : '?deep'}`),
  lists: (target) => sendQuery(target, target.listQuery, { id: target.listId }),
}

export type FloodName = 'documents' | 'keys' | 'exports' | 'readiness' | 'lists'

export interface FloodOptions {
  readonly name: FloodName
  readonly target: FloodTarget
  /** Requests a second; without it all clients send one request after the other, and wait when `Retry-After` says so. */
  readonly perSecond?: number
  readonly clients: number
}

interface Running {
  readonly stop: AbortController
  readonly statuses: Map<number, number>
  readonly done: Promise<unknown>
}

let running: Running | undefined

const methods = {
  start({ name, target, perSecond, clients }: FloodOptions): void {
    const stop = new AbortController()
    const statuses = new Map<number, number>()
    let index = 0
    const send = async (): Promise<Response> => {
      const response = await floods[name](target, (index += 1))
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      return response
    }
    const pause = (ms: number): Promise<unknown> =>
      sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined)
    const repeat = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const { headers } = await send()
        await pause(Number(headers.get('retry-after') ?? 0) * 1000)
      }
    }
    const sendAtRate = async (rate: number): Promise<void> => {
      const sent: Promise<unknown>[] = []
      while (!stop.signal.aborted) {
        sent.push(send())
        await pause(1000 / rate)
      }
      await Promise.all(sent)
    }
    const done =
      perSecond === undefined
        ? Promise.all(Array.from({ length: clients }, repeat))
        : sendAtRate(perSecond)
    running = { stop, statuses, done }
  },

  /** @returns the number of responses by status */
  async stop(): Promise<[number, number][]> {
    running?.stop.abort()
    await running?.done
    return [...(running?.statuses ?? [])]
  },
}

export type FloodMethods = typeof methods

function sendQuery(
  { gatewayUrl, token }: FloodTarget,
  query: string,
  variables: object = {},
): Promise<Response> {
  return fetch(`${gatewayUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })
}

/** The kinds whose validation takes longest: conflicting arguments, many fragments, and fields that do not exist. */
function invalidDocument(index: number): string {
  const times = (count: number, text: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => text(n)).join(' ')
  const kinds = [
    () =>
      `query Q${index} { ${LIST}(id: 1) { listItems { ${times(900, (n) => `quantityIn(unit: "${n}")`)} } } }`,
    () =>
      `query Q${index} { ${LIST}(id: 1) { ${times(500, (n) => `...F${n}`)} } } ${times(500, (n) => `fragment F${n} on ProductionList { name }`)}`,
    () => `query Q${index} { ${LIST}(id: 1) { ${times(1990, (n) => `measurementVersion${n}`)} } }`,
  ]
  return kinds[index % kinds.length]?.() ?? ''
}

/** A token like this one, as if it was signed with a key that the issuer does not have. */
function withUnknownKey(token: string): string {
  const [head = '', ...rest] = token.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object
  const changed = { ...header, kid: crypto.randomUUID() }
  return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.')
}

serveMethods(methods)
