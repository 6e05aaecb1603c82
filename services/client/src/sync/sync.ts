import type { Client } from '../client.ts'
import { OrderDocumentsDocument } from '../generated/operations.ts'
import { untilAborted } from '../transport.ts'
import type { WebhookEvent } from '../webhook-events.ts'
import { organizationOf, readers, recordOf, sources } from './sources.ts'
import type { Source } from './sources.ts'
import type { SyncedData, SyncResource, SyncStore } from './store.ts'

/** What is kept, and where. */
export interface SyncOptions {
  readonly orgId: number
  readonly store: SyncStore
  /** Default: all of them. Each needs its scope. */
  readonly resources?: readonly SyncResource[] | undefined
}

/** Keeps a copy of an organization's data. */
export interface Sync {
  /**
   * Reads what has changed since the last run; the first run reads everything. A resource that fails does not prevent the
   * others from being read; begin again afterwards, as after any failure.
   * @param signal ends it, also a request under way; it rejects with the reason then
   * @throws the error of the resource that failed, or an AggregateError of the errors of several
   */
  run(signal?: AbortSignal): Promise<void>
  /**
   * Reads the object that a webhook names, in its current state. Store and respond to the webhook before: this waits for
   * the page that `run` reads, which may be repeated for longer than the sender waits for a response.
   */
  receive(event: WebhookEvent): Promise<void>
}

type Reader<R extends keyof typeof readers> = (
  client: Client,
  id: unknown,
) => Promise<SyncedData[R] | null>

const BEGINNING = '1970-01-01T00:00:00.000Z'
/** A change becomes visible a moment after the time that it bears. */
const OVERLAP_MS = 60_000
const ALL: readonly SyncResource[] = ['lists', 'orders', 'distributionOrders', 'jobs', 'vendors']

/**
 * Creates a sync. The cursor is the latest change that was read, by the server's clock; every run begins a minute before
 * it. What is read is what the thing is now, so it does no harm to read it twice or in another order.
 */
export function createSync(client: Client, { orgId, store, resources = ALL }: SyncOptions): Sync {
  const exclusively = serialQueue()
  const keeps = (resource: SyncResource): boolean => resources.includes(resource)

  async function readPages(resource: SyncResource, signal?: AbortSignal): Promise<void> {
    const source: Source<SyncedData[SyncResource]> = sources[resource]
    const cursor = (await store.getCursor(resource)) ?? undefined
    const changes = { orgId, updatedSince: sinceOf(cursor) }
    const pages = source.pages(client, changes, { signal })
    const read = pages[Symbol.asyncIterator]()
    let latest = cursor
    let hasMore = true
    while (hasMore) {
      // Pages and objects of webhooks are read and stored in sequence, so that the later read is the newer one.
      hasMore = await exclusively(async () => {
        const { value: page, done } = await read.next()
        if (done === true) return false
        for (const data of page) latest = later(latest, data.updatedAt)
        const records = page.map((data) => recordOf(resource, data))
        await store.put(resource, records, latest)
        return true
      }, signal)
    }
  }

  /**
   * Stores an object as it is now, and returns it; null for one of another organization, and for one that is not found.
   * That one stays in the copy: the token may have lost the organization, or its scope in this one only, and a later page
   * would not bring the object back.
   */
  function refresh<R extends keyof typeof readers>(
    resource: R,
    id: Parameters<(typeof readers)[R]>[1],
  ): Promise<SyncedData[R] | null> {
    return exclusively(async () => {
      const read = readers[resource] as Reader<R>
      const data = await read(client, id)
      if (data === null || organizationOf(data) !== orgId) return null
      if (keeps(resource)) await store.put(resource, [recordOf(resource, data)])
      return data
    })
  }

  return {
    run: (signal) => forEach(resources, (resource) => readPages(resource, signal), signal),
    async receive(event) {
      if (event.event === 'webhook-verification-code') return
      switch (event.event) {
        case 'project-management-production-list-created':
        case 'project-management-production-list-updated':
          if (keeps('lists')) await refresh('lists', event.project_management_production_list_id)
          return
        case 'project-management-order-document-state-changed': {
          if (!keeps('orders')) return
          const orderDocumentIds = [event.project_management_order_document_id]
          const { data } = await client.request(OrderDocumentsDocument, { orderDocumentIds })
          const [document] = data.projectManagementOrderDocuments
          if (document?.order) await refresh('orders', document.order.id)
          return
        }
        case 'project-management-order-state-changed':
          if (keeps('orders')) await refresh('orders', event.project_management_order_id)
          return
        case 'distribution-order-state-changed': {
          if (!keeps('orders') && !keeps('distributionOrders')) return
          const data = await refresh('distributionOrders', event.distribution_order_id)
          if (data !== null && keeps('orders')) await refresh('orders', data.order.id)
          return
        }
        default:
          return ignore(event)
      }
    },
  }
}

/** An event of a later version: the compiler reports one of this version for which nothing is read. */
function ignore(_event: never): void {}

/** Does the work of all resources, also when that of one fails, until the signal is aborted. */
async function forEach(
  resources: readonly SyncResource[],
  work: (resource: SyncResource) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const failed = new Map<SyncResource, unknown>()
  for (const resource of resources) {
    try {
      await work(resource)
    } catch (error) {
      signal?.throwIfAborted()
      failed.set(resource, error)
    }
  }
  const errors = [...failed.values()]
  // A single error is thrown as it is, so that its code can be read.
  if (errors.length === 1) throw errors[0]
  const messages = Array.from(failed, ([resource, error]) => `${resource}: ${textOf(error)}`)
  if (errors.length > 1) throw new AggregateError(errors, messages.join(' '))
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function sinceOf(cursor: string | undefined): string {
  return cursor === undefined ? BEGINNING : new Date(Date.parse(cursor) - OVERLAP_MS).toISOString()
}

/** Times are texts of one form, so the order of texts is their order. */
function later(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one
}

/** Runs functions one after the other. A signal ends the wait of one, not the function. */
function serialQueue(): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const before = last
    const turn = signal === undefined ? before : untilAborted(signal, () => before)
    const result = turn.then(work)
    // Without its values, which refer to those of all results before them.
    last = Promise.allSettled([before, result]).then(() => undefined)
    return result
  }
}
