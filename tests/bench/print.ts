import type { Measured } from './load.ts'

export function printRate(name: string, { perSecond, p50Ms, p99Ms }: Measured): void {
  const figures = `${perSecond.toFixed(1).padStart(9)} /s   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms`
  console.log(`  ${name.padEnd(52)}${figures}`)
}
