import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'

/** The machine of a run, and the version that it ran. */
export function machineLine(): string {
  const machine = `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores`
  return `${machine}, Node ${process.version}, commit ${commit()}`
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
}
