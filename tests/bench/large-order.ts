import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { createOrganization } from '../support/organization.ts'
import { sendRequest, timeRequests, timeRequestsWhile, targetOf } from './request-times.ts'
import type { Target } from './request-times.ts'
import { createLists } from '../support/create-list.ts'
import { operation } from './operation.ts'
import { readProcessMetrics } from './process-metrics.ts'
import { shareOf } from './share-of.ts'

const RUNS = 5
/** About three seconds, as long as the orders take. */
const QUERIES_ALONE = 1000

export interface Attention {
  readonly name: string
  /** Duration of small queries through the gateway, one at a time. */
  readonly queryP50Ms: number
  readonly queryP99Ms: number
  /** Event loop delay of the service that renders. */
  readonly delayP99Ms: number
  readonly delayMaxMs: number
}

export interface LargeOrder {
  /** Median from the request to the response. */
  readonly ms: number
  readonly attention: readonly Attention[]
}

/** How quickly the rendering service serves other requests while it processes an order of this many lines. */
export async function measureLargeOrder(devEnv: DevEnv, lineCount: number): Promise<LargeOrder> {
  await using organization = await createOrganization(devEnv)
  const { graphqlUrl } = devEnv
  const create = await operation('4-order-document-create')
  const ordering = async (lineCount: number, listCount: number): Promise<Target[]> => {
    const lists = await createLists(organization, { graphqlUrl, lineCount, listCount })
    return lists.map(({ listId }) =>
      targetOf(graphqlUrl, organization.token, create, {
        orderDocumentAttributes: { inputHtml: 'office', productionListId: String(listId) },
      }),
    )
  }
  const [small] = await ordering(10, 1)
  const large = await ordering(lineCount, RUNS + 1)
  const response = small === undefined ? '' : await sendRequest(small)
  const query = targetOf(
    graphqlUrl,
    organization.token,
    'query ($id: ID!) { projectManagementOrderDocuments(orderDocumentIds: [$id]) { id state order { id orderListItems { id name } } } }',
    { id: documentIdOf(response) },
  )
  const watch = async (
    name: string,
    sendAll: () => Promise<{ result: number[]; durations: number[] }>,
  ): Promise<{ attention: Attention; ms: number }> => {
    await readProcessMetrics(devEnv.urls['order-documents'])
    const { result, durations } = await sendAll()
    const { delayP99Ms, delayMaxMs } = await readProcessMetrics(devEnv.urls['order-documents'])
    return {
      ms: shareOf(result, 0.5),
      attention: {
        name,
        queryP50Ms: shareOf(durations, 0.5),
        queryP99Ms: shareOf(durations, 0.99),
        delayP99Ms,
        delayMaxMs,
      },
    }
  }
  const order = async (targets: readonly Target[]): Promise<number[]> => {
    const durations: number[] = []
    for (const target of targets) durations.push(...(await timeRequests(target, 1)))
    return durations
  }
  const queryWhileOrdering = (targets: readonly Target[]) =>
    timeRequestsWhile(query, () => order(targets))
  await watch('warm-up', () => queryWhileOrdering(large.slice(0, 1)))
  const alone = await watch('queries alone', async () => {
    return { result: [], durations: await timeRequests(query, QUERIES_ALONE) }
  })
  const beside = await watch(`while ${lineCount} lines are ordered`, () =>
    queryWhileOrdering(large.slice(1)),
  )
  return { ms: beside.ms, attention: [alone.attention, beside.attention] }
}

function documentIdOf(response: string): string {
  const { data } = JSON.parse(response) as {
    data: { projectManagementOrderDocumentCreate: { orderDocument: { id: string } } }
  }
  return data.projectManagementOrderDocumentCreate.orderDocument.id
}
