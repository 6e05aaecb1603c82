import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { createOrganization } from '../support/organization.ts'
import { sendRequest, targetOf } from './request-times.ts'
import type { Target } from './request-times.ts'
import { createLists } from '../support/create-list.ts'
import type { Measured } from './load.ts'
import { operation } from './operation.ts'
import { readProcessMetrics } from './process-metrics.ts'
import { shareOf } from './share-of.ts'

const LINES = 60
/** Orders for each list: a list is ordered a few times, not thousands of times. */
const ORDERS_PER_LIST = 20
const SAMPLE_EVERY_MS = 250

/** Memory of the service in a quarter of the run. */
export interface MemoryOfQuarter {
  readonly residentMaxMb: number
  /** The minimum after a garbage collection: memory that is really in use. */
  readonly heapMinMb: number
}

export interface CreationFigures {
  readonly creations: Measured
  readonly memory: readonly MemoryOfQuarter[]
}

/** Orders 60 lines with PDF and CSV `count` times and samples the memory of the service meanwhile. */
export async function measureCreations(
  devEnv: DevEnv,
  { count, connections }: { readonly count: number; readonly connections: number },
): Promise<CreationFigures> {
  const targets = await prepareTargets(devEnv, count)
  for (const target of targets.slice(0, connections * 10)) await sendRequest(target)
  const durations: number[] = []
  const samples: { readonly done: number; readonly residentMb: number; readonly heapMb: number }[] =
    []
  const sample = async (): Promise<void> => {
    const metrics = await readProcessMetrics(devEnv.urls['order-documents'])
    samples.push({ done: durations.length, ...metrics })
  }
  const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS)
  const startedAt = performance.now()
  let sent = 0
  const create = async (): Promise<void> => {
    while (sent < count) {
      const target = targets[sent % targets.length]
      sent += 1
      const from = performance.now()
      if (target !== undefined) await sendRequest(target)
      durations.push(performance.now() - from)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, create))
  } finally {
    clearInterval(timer)
  }
  const perSecond = (count * 1000) / (performance.now() - startedAt)
  return {
    creations: { perSecond, p50Ms: shareOf(durations, 0.5), p99Ms: shareOf(durations, 0.99) },
    memory: [0, 1, 2, 3].map((quarter) => {
      const own = samples.filter(({ done }) => Math.floor((done * 4) / (count + 1)) === quarter)
      return {
        residentMaxMb: Math.max(...own.map(({ residentMb }) => residentMb)),
        heapMinMb: Math.min(...own.map(({ heapMb }) => heapMb)),
      }
    }),
  }
}

async function prepareTargets(devEnv: DevEnv, count: number): Promise<Target[]> {
  await using organization = await createOrganization(devEnv)
  const { graphqlUrl } = devEnv
  const listCount = Math.ceil(count / ORDERS_PER_LIST)
  const lists = await createLists(organization, { graphqlUrl, lineCount: LINES, listCount })
  const mutation = await operation('4-order-document-create')
  return lists.map(({ listId }) =>
    targetOf(graphqlUrl, organization.token, mutation, {
      orderDocumentAttributes: { inputHtml: 'supplier', productionListId: listId },
      purchaseOrderNumber: 'PO-1001',
    }),
  )
}
