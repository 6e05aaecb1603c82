import { availableParallelism } from 'node:os'
import { text } from '../config.ts'
import type { Environment, Variable } from '../config.ts'

const WORKERS_MAX = 128
const NUMBER = 'WORKER_NUMBER'

/** How many processes serve one port: a number, or `auto` for as many as the machine has cores. */
export function workerCount(name: string): Variable<number> {
  const variable = text(name, {
    default: '1',
    about: `Processes that serve the port, 1 to ${WORKERS_MAX}, or \`auto\` for as many as there are cores. Limits count for each; SIGHUP starts all of several anew, one by one.`,
  })
  return {
    ...variable,
    read(value) {
      const given = variable.read(value)
      if (given === 'auto') return Math.min(availableParallelism(), WORKERS_MAX)
      const count = /^\d+$/.test(given) ? Number(given) : 0
      if (count >= 1 && count <= WORKERS_MAX) return count
      throw new Error(`must be auto or a whole number from 1 to ${WORKERS_MAX}`)
    },
  }
}

/** What a worker finds in its environment. */
export function workerEnvironment(number: number): Record<string, string> {
  return { [NUMBER]: String(number) }
}

/** The number that this process got as a worker. */
export function readWorkerNumber(env: Environment = process.env): number {
  return Number(env[NUMBER])
}
