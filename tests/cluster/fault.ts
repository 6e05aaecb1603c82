import type { Cluster } from './cluster.ts'

/** What a fault may do to clients; what is not named is only measured. */
export interface Bars {
  /** Longest interruption of writes, in ms after the moment that counts. */
  readonly writesMs?: number
  readonly readsMs?: number
  /** Longest delay of an event after the response to its write. */
  readonly eventsMs?: number
  /** Which requests may fail at most: those sent before the process had ended, or none. */
  readonly failures?: 'sent before its end' | 'none'
}

/** A fault that strikes the cluster under load. */
export interface Fault {
  readonly name: string
  readonly bars: Bars
  /** Whether it needs network namespaces. */
  readonly needsPartitions?: boolean
  /** Whether it needs small file systems. */
  readonly needsDisks?: boolean
  /**
   * Strikes, and heals. The moment that counts for the bars is the beginning, or the call of `serves`, as when a new
   * primary takes writes.
   */
  strike(cluster: Cluster, struck: Struck): Promise<void>
}

export interface Struck {
  readonly random: () => number
  /** From now on interruptions count. */
  serves(): void
  /** What else is worth a line beside the fault. */
  note(text: string): void
}

/** One of two or three, by chance. */
export function oneOf<T>(all: readonly T[], { random }: Struck): T {
  const found = all[Math.floor(random() * all.length)]
  if (found === undefined) throw new Error('there is none to choose')
  return found
}
