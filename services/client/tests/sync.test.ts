import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../src/client.ts'
import { MemoryStore } from '../src/sync/store.ts'
import type { SyncRecord, SyncResource, SyncStore } from '../src/sync/store.ts'
import { createSync } from '../src/sync/sync.ts'
import type { ProductionListUpdatedEvent } from '../src/webhook-events.ts'
import { json, refused, startServer } from './support/scripted-server.ts'
import type { Respond, ScriptedServer } from './support/scripted-server.ts'

interface List {
  readonly id: number
  readonly version: number
  readonly updatedAt: string
  readonly salesOpportunity: { readonly orgId: number }
}

/** A server with lists, in pages of two. */
const lists = new Map<number, List>()
let requests: { readonly updatedSince?: string; readonly after?: string; readonly id?: number }[] =
  []
let server: ScriptedServer | undefined

afterEach(async () => {
  lists.clear()
  requests = []
  await server?.[Symbol.asyncDispose]()
})

const minute = (count: number): string => new Date(Date.UTC(2026, 2, 14, 12, count)).toISOString()

/** Changes a list at a minute. */
function change(id: number, at: number, orgId = 1): List {
  const version = (lists.get(id)?.version ?? 0) + 1
  const list = { id, version, updatedAt: minute(at), salesOpportunity: { orgId } }
  lists.set(id, list)
  return list
}

async function syncTo(store: SyncStore) {
  server = await startServer((response, arrived) => {
    const { variables } = JSON.parse(arrived.body) as { variables: (typeof requests)[number] }
    requests.push(variables)
    if (variables.id !== undefined) {
      const list = lists.get(variables.id) ?? null
      return json({ data: { projectManagementProductionListById: list } })(response, arrived)
    }
    const { updatedSince = '', after = '' } = variables
    const found = [...lists.values()]
      .filter(({ updatedAt }) => updatedAt >= updatedSince && updatedAt > after)
      .toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt))
    const nodes = found.slice(0, 2)
    const pageInfo = { hasNextPage: found.length > 2, endCursor: nodes.at(-1)?.updatedAt ?? null }
    const data = { projectManagementProductionLists: { nodes, pageInfo } }
    return json({ data })(response, arrived)
  })
  const client = createClient({ url: server.url, retries: { attempts: 1 } })
  return createSync(client, { orgId: 1, store, resources: ['lists'] })
}

const versions = (store: MemoryStore): Record<string, number> =>
  Object.fromEntries([...store.records.lists].map(([id, { version }]) => [id, version]))

const updated = (id: number): ProductionListUpdatedEvent => ({
  event: 'project-management-production-list-updated',
  project_management_production_list_id: id,
  sales_opportunity_id: 1,
  job_id: 1,
  webhook_id: 1,
})

test('the first run reads everything, the next ones what changed less a minute', async () => {
  const store = new MemoryStore()
  for (const id of [1, 2, 3]) change(id, id)
  const sync = await syncTo(store)
  await sync.run()
  expect(versions(store)).toEqual({ 1: 1, 2: 1, 3: 1 })
  change(2, 10)
  requests = []
  await sync.run()
  expect(versions(store)).toEqual({ 1: 1, 2: 2, 3: 1 })
  expect(requests[0]?.updatedSince).toBe(minute(2))
})

test('a sync of orders only keeps nothing of distribution orders', async () => {
  const order = { id: 'o', orgId: 1, updatedAt: minute(1) }
  const distributionOrder = { id: 'd', orgId: 1, updatedAt: minute(1), order }
  const data = {
    projectManagementDistributionOrder: distributionOrder,
    projectManagementOrder: order,
  }
  server = await startServer(json({ data }))
  const store = new MemoryStore()
  const client = createClient({ url: server.url, retries: { attempts: 1 } })
  const sync = createSync(client, { orgId: 1, store, resources: ['orders'] })
  await sync.receive({
    event: 'distribution-order-state-changed',
    distribution_order_id: 'd',
    state: 'draft',
    project_management_production_list_id: 1,
    job_id: 1,
    webhook_id: 1,
  })
  expect([store.records.orders.size, store.records.distributionOrders.size]).toEqual([1, 0])
})

test('a change that becomes visible half a minute late is not missed', async () => {
  const store = new MemoryStore()
  change(1, 5)
  const sync = await syncTo(store)
  await sync.run()
  change(2, 4.5)
  await sync.run()
  expect(versions(store)).toEqual({ 1: 1, 2: 1 })
})

test('a run ends with the reason of its signal, also while a response or another try is awaited', async () => {
  const store = new MemoryStore()
  const responds = [
    (): void => {},
    json(
      {
        errors: [
          { message: 'Later.', extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 60 } },
        ],
      },
      429,
    ),
  ]
  for (const respond of responds) {
    await using server = await startServer(respond)
    const controller = new AbortController()
    const sync = createSync(createClient({ url: server.url }), { orgId: 1, store })
    const run = sync.run(controller.signal)
    await expect.poll(() => server.arrived.length).toBe(1)
    controller.abort(new Error('enough'))
    await expect(run).rejects.toThrow('enough')
  }
})

test('a run that waits for the object of a webhook ends with its signal', async () => {
  const store = new MemoryStore()
  await using server = await startServer(() => {})
  const sync = createSync(createClient({ url: server.url }), { orgId: 1, store })
  void sync.receive(updated(1)).catch(() => {})
  await expect.poll(() => server.arrived.length).toBe(1)
  const controller = new AbortController()
  const run = sync.run(controller.signal)
  // The run reads its cursor first, and waits at the end of this turn of the event loop.
  await nextTurn()
  controller.abort(new Error('enough'))
  await expect(run).rejects.toThrow('enough')
  expect(server.arrived).toHaveLength(1)
})

/** Responds to each resource: with an object, or the refusal of the token for those named. */
const resourcesWithout = (forbidden: readonly string[]): Respond => {
  const connection = (nodes: readonly object[]) => ({
    nodes,
    pageInfo: { hasNextPage: false, endCursor: null },
  })
  return (response, arrived) => {
    const name = ['vendors', 'jobs', 'projectManagementProductionLists'].find((field) =>
      arrived.body.includes(`${field}(`),
    )
    const page = connection([{ id: 1, version: 1, updatedAt: minute(1) }])
    const respond =
      name === undefined || forbidden.includes(name)
        ? refused('FORBIDDEN')
        : json({ data: { [name]: page } })
    return respond(response, arrived)
  }
}

describe('a resource that fails', () => {
  const sizes = ({ records }: MemoryStore): object => ({
    lists: records.lists.size,
    jobs: records.jobs.size,
    vendors: records.vendors.size,
  })

  test('does not prevent the others from being read, and its error is thrown', async () => {
    server = await startServer(resourcesWithout(['jobs']))
    const store = new MemoryStore()
    const resources = ['lists', 'jobs', 'vendors'] as const
    const sync = createSync(createClient({ url: server.url }), { orgId: 1, store, resources })
    await expect(sync.run()).rejects.toMatchObject({ name: 'TakeoffError', code: 'FORBIDDEN' })
    expect(sizes(store)).toEqual({ lists: 1, jobs: 0, vendors: 1 })
  })

  test('beside another one is named in an AggregateError', async () => {
    server = await startServer(resourcesWithout(['projectManagementProductionLists', 'jobs']))
    const store = new MemoryStore()
    const resources = ['lists', 'jobs', 'vendors'] as const
    const sync = createSync(createClient({ url: server.url }), { orgId: 1, store, resources })
    await expect(sync.run()).rejects.toMatchObject({
      name: 'AggregateError',
      message: 'lists: Refused: FORBIDDEN. jobs: Refused: FORBIDDEN.',
      errors: [{ code: 'FORBIDDEN' }, { code: 'FORBIDDEN' }],
    })
    expect(sizes(store)).toEqual({ lists: 0, jobs: 0, vendors: 1 })
  })
})

/** A store that is killed at its n-th call, before or after what it does. */
class KilledStore implements SyncStore {
  readonly memory: MemoryStore
  #left: number
  readonly #after: boolean

  constructor(memory: MemoryStore, calls: number, after: boolean) {
    this.memory = memory
    this.#left = calls
    this.#after = after
  }

  getCursor(resource: SyncResource): string | undefined {
    return this.#run(() => this.memory.getCursor(resource))
  }

  put<R extends SyncResource>(
    resource: R,
    records: readonly SyncRecord<R>[],
    cursor?: string,
  ): void {
    this.#run(() => this.memory.put(resource, records, cursor))
  }

  #run<T>(work: () => T): T {
    this.#left -= 1
    if (this.#left < 0) throw new Error('killed before')
    const result = work()
    if (this.#left === 0 && this.#after) throw new Error('killed after')
    return result
  }
}

test.each([
  [1, false],
  [1, true],
  [2, false],
  [2, true],
  [3, false],
  [3, true],
])('killed at step %i (after it: %s), the next run has everything', async (calls, after) => {
  const memory = new MemoryStore()
  for (const id of [1, 2, 3, 4, 5]) change(id, id)
  const killed = await syncTo(new KilledStore(memory, calls, after))
  await expect(killed.run()).rejects.toThrow('killed')
  change(1, 20)
  await server?.[Symbol.asyncDispose]()
  await (await syncTo(memory)).run()
  expect(versions(memory)).toEqual({ 1: 2, 2: 1, 3: 1, 4: 1, 5: 1 })
})

test('webhooks in any order and twice lead to what is there now', async () => {
  const store = new MemoryStore()
  change(1, 1)
  const sync = await syncTo(store)
  change(1, 2)
  await Promise.all([updated(1), updated(1), updated(1)].map((event) => sync.receive(event)))
  expect(versions(store)).toEqual({ 1: 2 })
  expect(store.getCursor('lists')).toBeUndefined()
})

test('objects that were stored are not kept in memory', async () => {
  const stored: WeakRef<object>[] = []
  change(1, 1)
  const sync = await syncTo({
    getCursor: () => undefined,
    put: (_resource, records) => void stored.push(...records.map(({ data }) => new WeakRef(data))),
  })
  for (let count = 0; count < 5; count += 1) await sync.receive(updated(1))
  // A weak reference keeps its object for the rest of the turn in which it is made.
  await nextTurn()
  collectGarbage()
  // The latest one is the value of the promise for which the next object waits.
  expect(stored.slice(0, -1).filter((data) => data.deref() !== undefined)).toEqual([])
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}

test('a webhook of another organization of the token changes nothing', async () => {
  const store = new MemoryStore()
  const sync = await syncTo(store)
  change(1, 1, 2)
  await sync.receive(updated(1))
  expect(versions(store)).toEqual({})
})

test('a store without a cursor may return null, as a database does', async () => {
  class DatabaseStore extends MemoryStore {
    override getCursor(resource: SyncResource): string {
      return super.getCursor(resource) ?? (null as unknown as string)
    }
  }
  change(1, 1)
  const store = new DatabaseStore()
  const sync = await syncTo(store)
  await sync.run()
  expect(versions(store)).toEqual({ 1: 1 })
})

test('a list that the token no longer finds stays', async () => {
  const store = new MemoryStore()
  change(1, 1)
  const sync = await syncTo(store)
  await sync.run()
  lists.delete(1)
  await sync.receive(updated(1))
  expect(versions(store)).toEqual({ 1: 1 })
})

test('an older version never takes the place of a newer one', () => {
  const store = new MemoryStore()
  const record = (version: number) => ({ id: '1', version, data: { version } as never })
  store.put('lists', [record(2), record(1)])
  expect(versions(store)).toEqual({ 1: 2 })
  store.put('lists', [record(3)])
  store.put('lists', [record(2)])
  expect(versions(store)).toEqual({ 1: 3 })
})

test('an event of a later version of the server changes nothing', async () => {
  const store = new MemoryStore()
  const sync = await syncTo(store)
  await sync.receive({ event: 'of-tomorrow', webhook_id: 1 } as never)
  expect(requests).toEqual([])
})
