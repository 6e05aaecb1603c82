import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The cores of each process: the gateway has one core to itself, the other processes share the rest. */
export interface Cores {
  readonly gateway: string
  readonly others: string
}

/** Undefined if processes cannot be pinned: no taskset, or one core only. Linux only. */
export function shareCores(): Cores | undefined {
  if (spawnSync('taskset', ['--version']).error !== undefined) return undefined
  const allowed = allowedCores()
  const gateway = allowed.at(-1)
  if (gateway === undefined || allowed.length < 2) return undefined
  return { gateway: String(gateway), others: allowed.slice(0, -1).join(',') }
}

/** Parses the list format of the kernel, such as 0-3,8. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return (list ?? '').split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
