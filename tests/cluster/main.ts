import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { machineLine } from '../support/machine.ts'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'
import { say } from '../fleet/say.ts'
import { startCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { measureLosses } from './loss-window.ts'
import type { Observation } from './observe.ts'
import { faultNamed, planFaults } from './plan.ts'
import { run } from './run.ts'
import { runClusterProgram } from './run-cluster-program.ts'
import { rowOf, tableOf } from './table.ts'

const PROMOTIONS = 10
/** Longer than a clock may be behind: a subscription does not receive what seems to be older than its verification. */
const WARM_UP_MS = 30_000
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '60' },
    writes: { type: 'string', default: '100' },
    reads: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    /** A part of the name of the only fault. */
    fault: { type: 'string' },
    /** Measures what is lost with an asynchronous standby instead. */
    asynchronous: { type: 'boolean', default: false },
  },
})
const random = seededRandom(Number(values.seed))
const rates = {
  writesPerSecond: Number(values.writes),
  readsPerSecond: Number(values.reads),
  random,
}

/**
 * `npm run chaos:cluster`: a cluster under load, faults of all kinds, and what became of everything acknowledged. Exits
 * with 1 when something is lost, doubled or half-written, or a fault interrupted clients for longer than promised.
 */
await runClusterProgram(async (programs, stopping) => {
  say(`${machineLine()}, seed ${values.seed}`)
  say(`${values.writes} writes and ${values.reads} reads a second`)
  await using cluster = await startCluster(programs, {
    isSynchronous: !values.asynchronous,
    say,
  })
  say(`The cluster serves at ${cluster.url}, in ${cluster.home}`)
  const running = values.asynchronous ? measure(cluster) : strike(cluster)
  // After Ctrl-C everything is removed at once; what runs then fails, and nothing waits for it.
  const isWell = await Promise.race([running, stopping])
  if (!isWell) say(`The logs are in ${await cluster.keepLogs()}`)
  process.exitCode = isWell ? 0 : 1
})

/** @returns whether all is well */
async function strike(cluster: Cluster): Promise<boolean> {
  const { fault } = values
  const count = Number(values.faults)
  const faults =
    fault === undefined
      ? planFaults(count, cluster, random)
      : Array.from({ length: count }, () => faultNamed(fault))
  const outcome = await run(cluster, {
    ...rates,
    faults,
    warmUpMs: WARM_UP_MS,
    onObservation(observation) {
      say(rowOf(observation))
      if (!isAsPromised(observation))
        for (const line of [...observation.errors, ...observation.slowest]) say(`    ${line}`)
    },
  })
  const { observations, requests, seconds, acknowledged, differences } = outcome
  const failed = observations.filter((observation) => !isAsPromised(observation))
  say(`\n${tableOf(observations)}\n`)
  say(
    `${observations.length} faults in ${Math.round(seconds)} s, ${failed.length} broke a bar, could not strike or left clients without service; ` +
      `${requests.writes} writes and ${requests.reads} reads sent, ${requests.notSent} not sent; acknowledged: ` +
      `${acknowledged.lists} lists with ${acknowledged.versions} versions, ${acknowledged.orders} orders; ` +
      `${acknowledged.uncertain} given up without a response; ${acknowledged.deliveries} webhooks delivered`,
  )
  for (const line of differences) say(line)
  say(differences.length === 0 ? 'Everything acknowledged is there once' : 'NOT as acknowledged')
  return failed.length === 0 && differences.length === 0
}

function isAsPromised({ problems, broken }: Observation): boolean {
  return problems.length === 0 && broken.length === 0
}

/** @returns true: with an asynchronous standby nothing is promised */
async function measure(cluster: Cluster): Promise<true> {
  await measureLosses(cluster, {
    ...rates,
    promotions: PROMOTIONS,
    onLoss: ({ behindMs, acknowledged, lost, windowMs }) =>
      say(
        `${behindMs} ms without replication: ${lost} of ${acknowledged} acknowledged writes lost, the oldest ${Math.ceil(windowMs)} ms before`,
      ),
  })
  return true
}
