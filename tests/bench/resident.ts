import { readFileSync } from 'node:fs'

/** Memory that a process holds right now, in MB. Linux only. */
export function readResidentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1_000_000
}
