import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { RefusedError } from '@takeoff/dev-env/send-graphql'
import type { Client, Data } from '../fleet/client.ts'
import { DOCUMENT_CHANGED, LIST_CREATED, LIST_UPDATED } from '../fleet/differences.ts'
import type { Acknowledged, WrittenList } from '../fleet/differences.ts'
import { CREATE, done, ORDER, READ, UPDATE } from '../fleet/operations.ts'
import type { ReadList } from '../fleet/operations.ts'
import type { Scene } from '../fleet/scene.ts'
import { Requests } from './requests.ts'

const TICK_MS = 20
/** Of requests in flight: a client that sends more would only measure its own queue. */
const IN_FLIGHT_SECONDS = 2
const TRY_AGAIN_MS = 100
const PATIENCE_MS = 120_000
/** Of the writes without a response, which a client gives up instead of repeating them. */
const GIVEN_UP_SHARE = 0.2
/** Of the lists, which are read and changed; the others are only read back at the end. */
const KNOWN_MAX = 400
/** No repetition changes these responses. */
const REFUSALS: ReadonlySet<string | undefined> = new Set([
  'BAD_USER_INPUT',
  'CONFLICT',
  'NOT_FOUND',
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'GRAPHQL_VALIDATION_FAILED',
])

/** A change that was acknowledged, and the event that must follow: the nth of its kind about this id. */
export interface ExpectedEvent {
  readonly event: string
  readonly id: number | string
  readonly nth: number
  readonly acknowledgedAt: number
}

export interface LoadOptions extends Pick<Scene, 'client' | 'jobId' | 'templateId'> {
  readonly writesPerSecond: number
  readonly readsPerSecond: number
  readonly random: () => number
}

interface LoadedList extends WrittenList {
  readonly itemId: number
  isBusy: boolean
}

/** Keeps writing and reading through the public endpoint, each write until it is acknowledged, or given up. */
export class Load implements AsyncDisposable {
  readonly requests = new Requests()
  readonly events: ExpectedEvent[] = []
  /** What must never be: a refusal, an older version than was acknowledged, a write that was never settled. */
  readonly violations: string[] = []
  readonly written: Acknowledged
  /** Requests that were due, and not sent because too many were in flight. */
  notSent = 0
  readonly #options: LoadOptions
  readonly #lists: LoadedList[] = []
  readonly #known: LoadedList[] = []
  readonly #documents = new Map<string, string>()
  readonly #uncertainLists = new Set<string>()
  readonly #uncertainOrders = new Set<string>()
  readonly #working = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  readonly #startedAt = performance.now()
  #begun = { read: 0, write: 0 }

  constructor(options: LoadOptions) {
    this.#options = options
    this.written = {
      lists: this.#lists,
      documents: this.#documents,
      uncertainLists: this.#uncertainLists,
      uncertainOrders: this.#uncertainOrders,
    }
    this.#timer = setInterval(() => this.#sendDue(), TICK_MS)
  }

  /** Sends nothing more; resolves when every write is settled. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    while (this.#working.size > 0) await Promise.all(this.#working)
  }

  #sendDue(): void {
    const seconds = (performance.now() - this.#startedAt) / 1000
    const { writesPerSecond, readsPerSecond } = this.#options
    this.#begin('write', Math.floor(seconds * writesPerSecond), () => this.#write())
    this.#begin('read', Math.floor(seconds * readsPerSecond), () => this.#read())
  }

  #begin(kind: 'read' | 'write', due: number, work: () => Promise<void>): void {
    const { writesPerSecond, readsPerSecond } = this.#options
    const inFlightMax = IN_FLIGHT_SECONDS * (writesPerSecond + readsPerSecond)
    while (this.#begun[kind] < due) {
      this.#begun[kind] += 1
      if (this.#working.size >= inFlightMax) {
        this.notSent += 1
        continue
      }
      const working = work()
        .catch((error: unknown) => void this.violations.push((error as Error).message))
        .finally(() => this.#working.delete(working))
      this.#working.add(working)
    }
  }

  async #write(): Promise<void> {
    const share = this.#options.random()
    const list = share < 0.2 ? undefined : this.#idleList()
    if (list === undefined) return this.#create()
    if (share > 0.7) return this.#order(list)
    list.isBusy = true
    await this.#update(list)
    list.isBusy = false
  }

  #idleList(): LoadedList | undefined {
    const list = this.#randomList()
    return list === undefined || list.isBusy || list.isUncertain === true ? undefined : list
  }

  #randomList(): LoadedList | undefined {
    return this.#known[Math.floor(this.#options.random() * this.#known.length)]
  }

  async #create(): Promise<void> {
    const { jobId, templateId } = this.#options
    const name = randomUUID()
    const data = await this.#settle(CREATE, { jobId, templateIds: [templateId], name })
    if (data === undefined) return void this.#uncertainLists.add(name)
    const { id, version, listItems } = done(data).productionList
    const list = { id, version, itemId: listItems[0]?.id ?? 0, isBusy: false }
    this.#lists.push(list)
    if (this.#known.length < KNOWN_MAX) this.#known.push(list)
    else this.#known[Math.floor(this.#options.random() * KNOWN_MAX)] = list
    this.#expect(LIST_CREATED, id, 1)
  }

  async #update(list: LoadedList): Promise<void> {
    const { id, version } = list
    const data = await this.#settle(UPDATE, { id, name: randomUUID(), version })
    if (data === undefined) {
      list.isUncertain = true
      return
    }
    list.version = done(data).productionList.version
    this.#expect(LIST_UPDATED, id, list.version - 1)
  }

  async #order({ id, itemId }: LoadedList): Promise<void> {
    const number = randomUUID()
    const data = await this.#settle(ORDER, { list: String(id), item: String(itemId), number })
    if (data === undefined) return void this.#uncertainOrders.add(number)
    const document = done(data).orderDocument.id
    this.#documents.set(number, document)
    this.#expect(DOCUMENT_CHANGED, document, 1)
  }

  async #read(): Promise<void> {
    const list = this.#randomList()
    if (list === undefined) return
    const { id, version } = list
    let data: Data
    try {
      const variables = { id, list: String(id) }
      data = await this.requests.send('read', this.#options.client, READ, variables)
    } catch (error) {
      this.#refuse(error)
      return
    }
    const found = (data as unknown as ReadList).projectManagementProductionListById
    if (found === null || found.version < version)
      this.violations.push(`list ${id} was read as ${found?.version}, after ${version}`)
  }

  /** Repeats a write with its idempotency key until it is acknowledged; undefined when it was given up. */
  async #settle(...[query, variables]: Parameters<Client['send']>): Promise<Data | undefined> {
    const key = randomUUID()
    const until = performance.now() + PATIENCE_MS
    while (performance.now() < until) {
      try {
        return await this.requests.send('write', this.#options.client, query, variables, key)
      } catch (error) {
        this.#refuse(error)
        if (this.#options.random() < GIVEN_UP_SHARE) return undefined
        await delay(TRY_AGAIN_MS)
      }
    }
    throw new Error(`a write was not settled within ${PATIENCE_MS} ms`)
  }

  #refuse(error: unknown): void {
    if (error instanceof RefusedError && REFUSALS.has(error.codes[0])) throw error
  }

  #expect(event: string, id: number | string, nth: number): void {
    this.events.push({ event, id, nth, acknowledgedAt: performance.now() })
  }
}
