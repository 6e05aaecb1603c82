import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { startPostgres } from '@takeoff/dev-env/postgres/postgres'
import type { TestProject } from 'vitest/node'
import { installServers } from './install-servers.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** One PostgreSQL for all integration tests; each test file creates its own database. Some run bundled programs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await Promise.all([bundlePrograms(), installServers()])
  const directory = await mkdtemp(path.join(temporaryFolder, 'takeoff-postgres-'))
  const postgres = await startPostgres({
    directory: path.join(directory, 'server'),
    logFile: path.join(directory, 'postgres.log'),
    throwaway: true,
  })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres[Symbol.asyncDispose]()
    await rm(directory, { recursive: true, force: true })
  }
}
