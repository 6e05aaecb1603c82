import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@takeoff/bundles/programs'

const BUILD_LIMIT_MS = 240_000

/** Builds the application where its sources have changed, and waits until that is done. */
export function buildConsole(): Promise<void> {
  return runBuild('services/console/src/build/main.ts', BUILD_LIMIT_MS)
}

/** Runs a program of the repository that builds pages. */
export async function runBuild(program: string, timeout: number): Promise<void> {
  // The bundler builds for the environment that it finds, which is not the one of a test.
  const env = { ...process.env, NODE_ENV: 'production', VITEST: undefined }
  const main = path.join(repositoryRoot, program)
  await promisify(execFile)(process.execPath, [main], { env, timeout })
}
