import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { createOrganization } from '../support/organization.ts'
import { createLists } from '../support/create-list.ts'
import type { FloodMethods, FloodOptions } from './flood-process.ts'
import { startCalled } from './methods.ts'
import { operation } from './operation.ts'
import { readProcessMetrics } from './process-metrics.ts'
import { sendRequest } from './request-times.ts'
import type { Target } from './request-times.ts'
import { prepareScene } from './scene.ts'
import { shareOf } from './share-of.ts'
import { printTable } from '../support/table.ts'

const SECONDS = 12
const READS_PER_SECOND = 25
const WARM_UP = 200
const EXPORTED_LISTS = 20
const LINES = 60
const LONG_LINES = 5000

const FLOODS: Readonly<Record<string, Omit<FloodOptions, 'target'>>> = {
  '20 invalid documents a second': { name: 'documents', perSecond: 20, clients: 1 },
  '100 tokens with unknown kids a second': { name: 'keys', perSecond: 100, clients: 1 },
  '500 parallel exports': { name: 'exports', clients: 500 },
  '200 readiness calls a second, half of them deep': {
    name: 'readiness',
    perSecond: 200,
    clients: 1,
  },
  [`10 parallel reads of a list of ${LONG_LINES} items`]: { name: 'lists', clients: 10 },
}

/**
 * How long the list query of one organization takes beside the floods of another, and without them. No budget limits
 * the floods.
 */
export async function benchFloods(devEnv: DevEnv): Promise<void> {
  const { read } = await prepareScene(devEnv)
  await using exporting = await createOrganization(devEnv)
  await using attacker = await createOrganization(devEnv)
  const { graphqlUrl, urls } = devEnv
  await createLists(exporting, { graphqlUrl, lineCount: LINES, listCount: EXPORTED_LISTS })
  const [long] = await createLists(attacker, { graphqlUrl, lineCount: LONG_LINES, listCount: 1 })
  const listQuery = await operation('2-production-list-by-id')
  const shared = { gatewayUrl: urls.gateway, listId: long?.listId ?? 0, listQuery }
  await using flooding = await startCalled<FloodMethods>({
    entry: path.join(import.meta.dirname, 'flood-process.ts'),
    env: readBaseEnvironment(),
    logFile: path.join(devEnv.logs, 'flood.log'),
  })
  for (let index = 0; index < WARM_UP; index += 1) await sendRequest(read)
  const rows: string[][] = []
  for (const [name, flood] of Object.entries(FLOODS)) {
    const alone = await timeReads(read)
    const { orgId, token } = flood.name === 'exports' ? exporting : attacker
    await flooding.call('start', { ...flood, target: { ...shared, orgId, token } })
    const beside = await timeReads(read)
    const statuses = await flooding.call('stop')
    const of = (share: number): string[] => {
      const [without, with_] = [shareOf(alone, share), shareOf(beside, share)]
      return [without.toFixed(1), with_.toFixed(1), (with_ / without).toFixed(2)]
    }
    const responses = statuses.map(([status, count]) => `${count} × ${status}`).join(', ')
    const { residentMb } = await readProcessMetrics(urls['production-lists'])
    rows.push([name, ...of(0.5), ...of(0.99), residentMb.toFixed(0), responses])
  }
  console.log(
    `${READS_PER_SECOND} list queries a second of another organization, ${SECONDS} s each`,
  )
  printTable(
    [
      'Flood',
      'p50 without ms',
      'with',
      'ratio',
      'p99 without ms',
      'with',
      'ratio',
      'production-lists MB',
      'Responses to the flood',
    ],
    rows,
  )
  console.log()
}

/** Durations of reads that are sent at fixed times, whether the ones before are complete or not. */
async function timeReads(read: Target): Promise<number[]> {
  const start = performance.now()
  return Promise.all(
    Array.from({ length: SECONDS * READS_PER_SECOND }, async (_, index) => {
      await sleep((index * 1000) / READS_PER_SECOND)
      const from = start + (index * 1000) / READS_PER_SECOND
      await sendRequest(read)
      return performance.now() - Math.max(from, start)
    }),
  )
}
