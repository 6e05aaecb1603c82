import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, Data } from '../fleet/client.ts'
import type { WrittenList } from '../fleet/differences.ts'
import { CREATE, done, ORDER, READ, UPDATE, WEBHOOKS } from '../fleet/operations.ts'
import type { Scene } from '../fleet/scene.ts'

const UPDATES = 3
const LOOK_MS = 10

/** What the clients sent, and what was acknowledged. */
export interface Written {
  requests: number
  readonly failures: string[]
  readonly lists: WrittenList[]
  /** Ids of documents by their purchase order number. */
  readonly documents: Map<string, string>
}

/** Clients that send one request after another until `end` is called. */
export interface Load {
  readonly written: Written
  /** Resolves when this many further requests have ended. */
  more(requests: number): Promise<void>
  end(): Promise<void>
}

type Ordering = Omit<Scene, 'receiver'>

export function startLoad(scene: Ordering, clients: number): Load {
  const written: Written = { requests: 0, failures: [], lists: [], documents: new Map() }
  const ending = new AbortController()
  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) await round(scene, written).catch(() => undefined)
  }
  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    written,
    async more(requests) {
      const until = written.requests + requests
      while (written.requests < until) await delay(LOOK_MS)
    },
    async end() {
      ending.abort()
      await working
    },
  }
}

/** A list, its changes and an order; a request that fails ends the round. */
async function round(
  { client, orgId, jobId, templateId }: Ordering,
  written: Written,
): Promise<void> {
  const send: Client['send'] = (...request) => counted(written, () => client.send(...request))
  const { productionList } = done(await send(CREATE, { jobId, templateIds: [templateId] }))
  const { id } = productionList
  const list: WrittenList = { id, version: productionList.version }
  written.lists.push(list)
  const read = async (): Promise<void> => void (await send(READ, { id, list: String(id) }))
  await read()
  for (let n = 0; n < UPDATES; n += 1) {
    const change = { id, name: randomUUID(), version: list.version }
    list.version = done(await send(UPDATE, change)).productionList.version
    await read()
  }
  const number = randomUUID()
  const order = { list: String(id), item: String(productionList.listItems[0]?.id), number }
  const document = done(await send(ORDER, order, number)).orderDocument
  written.documents.set(number, document.id)
  await read()
  // As after a response that was lost: another version may take the second attempt.
  const again = done(await send(ORDER, order, number)).orderDocument
  if (again.id !== document.id) written.failures.push(`order ${number} was placed twice`)
  await send(WEBHOOKS, { orgId })
}

async function counted(written: Written, request: () => Promise<Data>): Promise<Data> {
  try {
    return await request()
  } catch (error) {
    const { message, cause } = error as Error
    written.failures.push(
      `${new Date().toISOString()} ${message} ${cause instanceof Error ? cause.message : ''}`,
    )
    throw error
  } finally {
    written.requests += 1
  }
}
