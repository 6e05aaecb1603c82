import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks in which Linux counts CPU time. */
const TICKS_PER_SECOND = 100

/** Name → process id; the child processes of a process are counted with it. */
export type Watched = Readonly<Record<string, number>>

/** CPU seconds by name, and of everything else on the machine under `others`. */
export type CpuSeconds = Readonly<Record<string, number>>

interface Stat {
  readonly parent: number
  readonly own: number
  readonly withEnded: number
}

/** CPU time that each process has used until now. Linux only. */
export function readCpu(watched: Watched): CpuSeconds {
  const stats = readStats()
  const entries = Object.entries(watched).map(
    ([name, pid]) => [name, secondsOf(stats, pid)] as const,
  )
  const used = entries.reduce((sum, [, seconds]) => sum + seconds, 0)
  return { ...Object.fromEntries(entries), others: readBusySeconds() - used }
}

export function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  return Object.fromEntries(
    Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)]),
  )
}

function secondsOf(stats: ReadonlyMap<number, Stat>, pid: number): number {
  const root = stats.get(pid)
  if (root === undefined) throw new Error(`process ${pid} has ended`)
  const children = [...stats].filter(([, { parent }]) => parent === pid)
  return children.reduce((sum, [child]) => sum + secondsOf(stats, child), root.withEnded)
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? readStat(pid) : undefined
    if (stat !== undefined) stats.set(pid, stat)
  }
  return stats
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; the text behind it begins with field 3.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const field = (number: number): number => fields[number - 3] ?? 0
    const own = (field(14) + field(15)) / TICKS_PER_SECOND
    return { parent: field(4), own, withEnded: own + (field(16) + field(17)) / TICKS_PER_SECOND }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}

/** user, nice, system, irq and softirq of all cores. */
function readBusySeconds(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND
}
