import { readServiceToken } from '@takeoff/kit/testing/service-token'
import { fastify } from 'fastify'

export const STUB_SECRET = 'the service secret of production-lists'

export interface StubListItem {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly quantity: number
  readonly quantityUnits: string
  readonly listItemGroupName: string
  readonly SKU: string | null
  readonly color: string | null
  readonly notes: string
  readonly tradeType: string
  readonly unitCost: number
  readonly pretaxCost: number
  readonly taxPercent: number
  readonly totalCost: number
  readonly vendor: { readonly id: number } | null
}

export interface StubList {
  readonly id: number
  readonly name: string | null
  readonly salesOpportunity: {
    readonly orgId: number
    readonly job: { readonly id: number; readonly name: string | null }
  }
  readonly listItems: readonly StubListItem[]
}

interface FixedResponse {
  readonly status: number
  readonly body: unknown
}

/** A real HTTP server for the only query that order-documents sends. */
export interface ProductionListsStub extends AsyncDisposable {
  readonly url: string
  /** The Authorization headers of its requests, oldest first. */
  readonly authorizations: string[]
  add(list: StubList): void
  /** A new list of organization 1. */
  addList(listItems?: readonly StubListItem[]): StubList
  /** Sets a fixed response in place of lists; undefined: lists again. */
  answerWith(response: FixedResponse | undefined): void
}

export async function startProductionListsStub(): Promise<ProductionListsStub> {
  const lists = new Map<number, StubList>()
  const authorizations: string[] = []
  let fixed: FixedResponse | undefined

  const app = fastify({ forceCloseConnections: true })
  app.post<{ Body: { variables: { id: number } } }>('/graphql', async (request, reply) => {
    const { authorization = '', 'x-service-authorization': token } = request.headers
    authorizations.push(authorization)
    if (fixed !== undefined) return reply.code(fixed.status).send(fixed.body)
    const call = await readServiceToken(token, STUB_SECRET).catch(() => undefined)
    if (call !== 'order-documents → production-lists') return reply.code(403).send({})

    const list = lists.get(request.body.variables.id)
    const orgId = list?.salesOpportunity.orgId ?? 0
    const visible = orgIdsOf(authorization).includes(orgId) ? list : undefined
    return reply.send({ data: { projectManagementProductionListById: visible ?? null } })
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    url: `${origin}/graphql`,
    authorizations,
    add: (list) => void lists.set(list.id, list),
    addList(listItems = [stubItem()]) {
      const list = stubList(listItems)
      lists.set(list.id, list)
      return list
    },
    answerWith: (response) => void (fixed = response),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

/** The stub scopes by the token's organizations, as the real service does; it need not verify it. */
function orgIdsOf(authorization: string): readonly number[] {
  const payload = authorization.split('.')[1] ?? ''
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { org_ids: number[] }
  return claims.org_ids
}

let lastId = 10_000

/** A list item as the specification's example shows one. */
export function stubItem(overrides: Partial<StubListItem> = {}): StubListItem {
  lastId += 1
  return {
    id: lastId,
    name: `Architectural shingles ${lastId}`,
    type: 'MATERIAL',
    quantity: 76,
    quantityUnits: 'BUNDLES',
    listItemGroupName: 'Shingles',
    SKU: `SH-${lastId}`,
    color: 'Charcoal',
    notes: '',
    tradeType: 'ROOF',
    unitCost: 19.7,
    pretaxCost: 1497.2,
    taxPercent: 7.25,
    totalCost: 1605.75,
    vendor: null,
    ...overrides,
  }
}

/** A list of organization 1 with the items; job and list have ids of their own. */
export function stubList(
  listItems: readonly StubListItem[],
  { orgId = 1, name = 'Roof' }: { readonly orgId?: number; readonly name?: string } = {},
): StubList {
  lastId += 1
  return {
    id: lastId,
    name,
    salesOpportunity: { orgId, job: { id: lastId + 500_000, name: '12 Oak Street' } },
    listItems,
  }
}
