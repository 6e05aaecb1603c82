import { setTimeout as delay } from 'node:timers/promises'
import { oneOf } from '../fault.ts'
import type { Bars, Fault, Struck } from '../fault.ts'
import type { BrokerNode } from '../rabbitmq-cluster.ts'

const AWAY_MS = 4_000
const FROZEN_MS = 8_000
/** Longer than Erlang needs to count a silent node as lost. */
const PARTITIONED_MS = 16_000

/** The API does not need the broker. */
const API_GOES_ON: Bars = { failures: 'none' }
const DEATH: Bars = { ...API_GOES_ON, eventsMs: 5_000 }

/** A node, by chance, and the others. */
function choose(
  nodes: readonly BrokerNode[],
  struck: Struck,
): { readonly one: BrokerNode; readonly others: readonly BrokerNode[] } {
  const one = oneOf(nodes, struck)
  return { one, others: nodes.filter((node) => node !== one) }
}

/** Resolves when the nodes serve again, and notes those that had to be restarted for that. */
async function serve(nodes: readonly BrokerNode[], struck: Struck): Promise<void> {
  const restarted = await Promise.all(nodes.map((node) => node.comesBack()))
  const count = restarted.filter(Boolean).length
  if (count > 0) struck.note(`${count} broker nodes did not come back by themselves`)
}

function death(name: string, signal: 'SIGKILL' | 'SIGTERM'): Fault {
  return {
    name: `one broker node ${name}`,
    bars: DEATH,
    async strike({ broker }, struck) {
      const { one } = choose(broker.nodes, struck)
      await one.kill(signal)
      await delay(AWAY_MS)
      await one.start()
      await one.serves()
    },
  }
}

/** Blocks publishers as on a machine without memory or space; events wait in the outbox. */
function alarm(name: string, on: readonly string[], off: readonly string[]): Fault {
  return {
    name: `a broker node has no ${name} left for ${AWAY_MS / 1000} s`,
    bars: API_GOES_ON,
    async strike({ broker }, struck) {
      const { one } = choose(broker.nodes, struck)
      await one.control(on)
      await delay(AWAY_MS)
      await one.control(off)
    },
  }
}

/** Faults of the three RabbitMQ nodes. */
export const brokerFaults: readonly Fault[] = [
  death('is killed', 'SIGKILL'),
  death('is restarted', 'SIGTERM'),
  {
    name: `one broker node is frozen for ${FROZEN_MS / 1000} s`,
    bars: API_GOES_ON,
    async strike({ broker }, struck) {
      const { one } = choose(broker.nodes, struck)
      one.freeze()
      await delay(FROZEN_MS)
      one.thaw()
      await serve(broker.nodes, struck)
    },
  },
  {
    name: 'two of three broker nodes are killed',
    bars: API_GOES_ON,
    async strike({ broker }, struck) {
      const { others } = choose(broker.nodes, struck)
      await Promise.all(others.map((node) => node.kill('SIGKILL')))
      await delay(AWAY_MS)
      await Promise.all(others.map((node) => node.start()))
      await Promise.all(others.map((node) => node.serves()))
      await serve(broker.nodes, struck)
    },
  },
  {
    name: `two of three broker nodes are frozen for ${FROZEN_MS / 1000} s`,
    bars: API_GOES_ON,
    async strike({ broker }, struck) {
      const { others } = choose(broker.nodes, struck)
      for (const node of others) node.freeze()
      await delay(FROZEN_MS)
      for (const node of others) node.thaw()
      await serve(broker.nodes, struck)
    },
  },
  {
    name: `one broker node is parted from the others for ${PARTITIONED_MS / 1000} s`,
    bars: API_GOES_ON,
    needsPartitions: true,
    async strike({ broker, network }, struck) {
      const { one, others } = choose(broker.nodes, struck)
      for (const other of others) {
        await network.drop(one.host, other.host)
        await network.drop(other.host, one.host)
      }
      await delay(PARTITIONED_MS)
      for (const { host } of broker.nodes) await network.heal(host)
      await serve(broker.nodes, struck)
    },
  },
  {
    name: `one broker node sends nothing to clients for ${FROZEN_MS / 1000} s`,
    bars: API_GOES_ON,
    needsPartitions: true,
    async strike({ broker, network }, struck) {
      const { one } = choose(broker.nodes, struck)
      await network.drop(one.host, 'clients')
      await delay(FROZEN_MS)
      await network.heal(one.host)
    },
  },
  {
    name: `one broker node is cut off for ${PARTITIONED_MS / 1000} s`,
    bars: API_GOES_ON,
    needsPartitions: true,
    async strike({ broker, network }, struck) {
      const { one } = choose(broker.nodes, struck)
      await network.cutOff(one.host)
      await delay(PARTITIONED_MS)
      await network.heal(one.host)
      await serve(broker.nodes, struck)
    },
  },
  alarm('memory', ['set_vm_memory_high_watermark', '0'], ['set_vm_memory_high_watermark', '0.4']),
  alarm('space', ['set_disk_free_limit', '900000000000000'], ['set_disk_free_limit', '50000000']),
]
