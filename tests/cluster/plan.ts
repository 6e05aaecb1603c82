import type { Cluster } from './cluster.ts'
import type { Fault } from './fault.ts'
import { brokerFaults } from './faults/broker.ts'
import { databaseFaults } from './faults/database.ts'
import { fileFaults } from './faults/files.ts'
import { processFaults } from './faults/processes.ts'

const all: readonly Fault[] = [...databaseFaults, ...brokerFaults, ...processFaults, ...fileFaults]

/** Rounds of all kinds that are possible here, each round in random order. */
export function planFaults(
  count: number,
  { network, disks }: Pick<Cluster, 'network' | 'disks'>,
  random: () => number,
): Fault[] {
  const possible = all.filter(
    ({ needsPartitions = false, needsDisks = false }) =>
      (!needsPartitions || network.hasPartitions) && (!needsDisks || disks.areOwn),
  )
  const rounds = Array.from({ length: Math.ceil(count / possible.length) }, () =>
    possible
      .map((fault) => ({ fault, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ fault }) => fault),
  )
  return rounds.flat().slice(0, count)
}

/** The fault of this name. */
export function faultNamed(name: string): Fault {
  const found = all.find((fault) => fault.name.includes(name))
  if (found === undefined) throw new Error(`there is no fault "${name}"`)
  return found
}
