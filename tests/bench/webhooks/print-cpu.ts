import type { CpuSeconds } from '../cpu.ts'

/** Prints the CPU time of each process for a thousand deliveries. */
export function printCpu(used: CpuSeconds, done: number): void {
  const ours = Object.entries(used).filter(([name]) => name !== 'others')
  const sum = ours.reduce((total, [, seconds]) => total + seconds, 0)
  const parts = ours.map(([name, seconds]) => `${name} ${perThousand(seconds, done)}`)
  console.log(
    `    CPU ms per delivery: ${parts.join('   ')}   together ${perThousand(sum, done)}` +
      `   (others on the machine used ${used['others']?.toFixed(1)} s)`,
  )
}

/** Seconds per thousand equal milliseconds per delivery. */
function perThousand(seconds: number, done: number): string {
  return ((seconds * 1000) / done).toFixed(4)
}
