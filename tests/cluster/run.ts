import { setTimeout as delay } from 'node:timers/promises'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { differencesOf } from '../fleet/differences.ts'
import { openScene } from '../fleet/scene.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './fault.ts'
import { Load } from './load.ts'
import { becomesCalm, observe } from './observe.ts'
import type { Observation } from './observe.ts'
import { settledDifferencesOf } from './settled.ts'

export interface RunOptions {
  readonly faults: readonly Fault[]
  readonly writesPerSecond: number
  readonly readsPerSecond: number
  readonly random: () => number
  /** For how long requests are sent before the first fault. */
  readonly warmUpMs: number
  readonly onObservation: (observation: Observation) => void
}

export interface Outcome {
  readonly observations: readonly Observation[]
  readonly requests: { readonly reads: number; readonly writes: number; readonly notSent: number }
  readonly seconds: number
  readonly acknowledged: {
    readonly lists: number
    readonly versions: number
    readonly orders: number
    readonly uncertain: number
    readonly deliveries: number
  }
  /** What is not as it was acknowledged, in words. */
  readonly differences: readonly string[]
}

/** Writes and reads through the public endpoint while the faults strike one after another, and reads all back. */
export async function run(cluster: Cluster, options: RunOptions): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const databases = await openOwnDatabases(stack, cluster.databases)
  const opened = await openScene(stack, cluster)
  const { receiver } = opened
  const startedAt = performance.now()
  const load = new Load({ ...options, ...opened })
  const observations: Observation[] = []
  const scene = { cluster, load, receiver, random: options.random }
  try {
    // A process is slow until its code is compiled.
    await delay(options.warmUpMs)
    if (!(await becomesCalm(scene, 0)))
      throw new Error('the cluster does not serve before any fault')
    for (const fault of options.faults) {
      const observation = await observe(fault, scene)
      observations.push(observation)
      options.onObservation(observation)
    }
  } finally {
    await load[Symbol.asyncDispose]()
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { written, violations } = load
  const outcome = { ...opened, databases, written }
  const differences = [
    ...violations.slice(0, 20),
    ...(await differencesOf(outcome)),
    ...(await settledDifferencesOf(cluster, outcome)),
  ]
  const reads = load.requests.all.filter(({ kind }) => kind === 'read').length
  return {
    observations,
    requests: { reads, writes: load.requests.all.length - reads, notSent: load.notSent },
    seconds,
    acknowledged: {
      lists: written.lists.length,
      versions: written.lists.reduce((sum, { version }) => sum + version, 0),
      orders: written.documents.size,
      uncertain:
        written.uncertainLists.size +
        written.uncertainOrders.size +
        written.lists.filter(({ isUncertain }) => isUncertain === true).length,
      deliveries: receiver.deliveries,
    },
    differences,
  }
}
