import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import type { Bars, Fault, Struck } from '../fault.ts'
import type { PostgresNode } from '../postgres-node.ts'

/** Patroni needs longer; here clients only have to meet the loss. */
const NOTICED_MS = 1_000
/** Copying a whole database takes the machine's cores, so interruptions by the loss itself are measured before. */
const COMES_BACK_AFTER_MS = 6_000
const SLOW_MS = 6_000
const STALL_MS = 200
const FLOW_MS = 20

/** From the moment in which the new primary takes writes. */
const PROMOTION: Bars = { writesMs: 5_000, readsMs: 2_000 }

type Lose = (cluster: Cluster, primary: PostgresNode) => Promise<void>

/** The primary is lost, the standby promoted, and the former primary comes back as the standby of the new one. */
function promotion(name: string, lose: Lose): Omit<Fault, 'needsPartitions' | 'needsDisks'> {
  return {
    name: `the primary ${name}, the standby is promoted, the former primary comes back`,
    bars: PROMOTION,
    async strike(cluster, struck) {
      const { postgres, network, disks } = cluster
      const lost = postgres.primary
      await lose(cluster, lost)
      await delay(NOTICED_MS)
      await postgres.promote()
      struck.serves()
      await delay(COMES_BACK_AFTER_MS)
      await postgres.fence()
      await network.heal(lost.host)
      await disks.empty(lost.folder)
      await postgres.renewStandby()
    },
  }
}

/** Writes wait for a lost standby, until Patroni drops it. */
function lossOfStandby(name: string, lose: Lose): Omit<Fault, 'needsPartitions' | 'needsDisks'> {
  return {
    name: `the standby ${name}, is dropped, and comes back`,
    bars: PROMOTION,
    async strike(cluster, struck) {
      const { postgres, network } = cluster
      const lost = postgres.standby
      await lose(cluster, lost)
      await delay(NOTICED_MS)
      await postgres.dropStandby()
      struck.serves()
      await delay(COMES_BACK_AFTER_MS)
      await postgres.fence()
      for (const { host } of [postgres.primary, lost]) await network.heal(host)
      await postgres.renewStandby()
    },
  }
}

const kill: Lose = (_, node) => node.stop('SIGKILL')
const freeze: Lose = (_, node) => node.freeze()
const leave: Lose = (_, node) => node.stop('SIGINT')
const cutOff: Lose = ({ network }, { host }) => network.cutOff(host)
/** It still takes sessions and reads, so Patroni stops it before it promotes another one. */
const fillDisk: Lose = async ({ disks }, node) => {
  await disks.fill(node.folder)
  await delay(NOTICED_MS)
  await node.fence()
}

/** As by a disk that stalls: commits wait for the standby, which gets to write its WAL only now and then. */
async function slowWal({ postgres }: Cluster, _struck: Struck): Promise<void> {
  const receiver = await walReceiverOf(postgres.standby)
  const until = performance.now() + SLOW_MS
  while (performance.now() < until) {
    process.kill(receiver, 'SIGSTOP')
    await delay(STALL_MS)
    process.kill(receiver, 'SIGCONT')
    await delay(FLOW_MS)
  }
}

async function walReceiverOf(node: PostgresNode): Promise<number> {
  const [row] = await node.query('select pid from pg_stat_wal_receiver')
  return (row as { readonly pid: number }).pid
}

/** Faults of the two PostgreSQL. */
export const databaseFaults: readonly Fault[] = [
  promotion('is killed', kill),
  promotion('is frozen', freeze),
  promotion('is stopped in order', leave),
  { ...promotion('is cut off', cutOff), needsPartitions: true },
  {
    ...promotion('sends nothing to clients', ({ network }, { host }) =>
      network.drop(host, 'clients'),
    ),
    needsPartitions: true,
  },
  { ...promotion('has no space for WAL', fillDisk), needsDisks: true },
  lossOfStandby('is killed', kill),
  lossOfStandby('is frozen', freeze),
  {
    ...lossOfStandby('is cut off from the primary', async ({ network, postgres }, { host }) => {
      await network.drop(host, postgres.primary.host)
      await network.drop(postgres.primary.host, host)
    }),
    needsPartitions: true,
  },
  { name: `the WAL of the standby is slow for ${SLOW_MS / 1000} s`, bars: {}, strike: slowWal },
]
