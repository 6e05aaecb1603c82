import { say } from '../fleet/say.ts'
import { findPrograms } from './cluster.ts'
import type { ClusterPrograms } from './cluster.ts'

/**
 * Does the work of a command and ends its process: with exit code 1 when a program is missing or the work fails.
 * @param work receives a promise that rejects when a signal stops the command, so that it can dispose its cluster at once
 */
export async function runClusterProgram(
  work: (programs: ClusterPrograms, stopping: Promise<never>) => Promise<void>,
): Promise<never> {
  const { promise: stopping, reject } = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => reject(new Error(`stopped by ${signal}`)))
  try {
    const programs = await findPrograms(say)
    if (programs === undefined) process.exitCode = 1
    else await work(programs, stopping)
  } catch (error) {
    say((error as Error).stack ?? '')
    process.exitCode = 1
  }
  process.exit()
}
