import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { databaseOwners, filesFolder } from '@takeoff/dev-env/service-plans'
import type { DatabaseOwner } from '@takeoff/dev-env/service-plans'
import { readSecrets } from '@takeoff/dev-env/secrets'
import { urlForRole } from '@takeoff/kit/postgres/database-roles'

/** What one run of `verify` has printed. */
export interface Verified {
  readonly service: DatabaseOwner
  readonly findings: readonly string[]
  readonly exitCode: number
  readonly ms: number
}

/** Verifies the three services of a stack as an operator does, whether they run or not. */
export async function verifyServices(
  home: string,
  databases: Readonly<Record<DatabaseOwner, string>>,
): Promise<Verified[]> {
  const fileOf = (service: DatabaseOwner): string => path.join(home, `${service}.ndjson`)
  const [lists, orders] = [fileOf('production-lists'), fileOf('order-documents')]
  const options = {
    'production-lists': ['--write', lists],
    'order-documents': ['--read', lists, '--write', orders],
    webhooks: ['--read', lists, '--read', orders],
  }
  const verified: Verified[] = []
  for (const service of databaseOwners) {
    const begunAt = performance.now()
    // Nothing is on its way: the stack is idle, or does not run.
    const args = ['--content', '--age', '0', ...options[service]]
    const { output, exitCode } = await operate({ service, name: 'verify', args, home, databases })
    const findings = output.split('\n').filter(isFinding)
    verified.push({ service, findings, exitCode, ms: performance.now() - begunAt })
  }
  return verified
}

/** Has the restored drafts looked up, as an operator does before the services start. */
export async function lookUpDrafts(
  home: string,
  databases: Readonly<Record<DatabaseOwner, string>>,
): Promise<void> {
  await operate({ service: 'order-documents', name: 'look-up-drafts', args: [], home, databases })
}

interface Operation {
  readonly service: DatabaseOwner
  /** Of its program. */
  readonly name: string
  readonly args: readonly string[]
  readonly home: string
  readonly databases: Readonly<Record<DatabaseOwner, string>>
}

/** Runs a program for operators as the owner of the service's tables. */
async function operate({ service, name, args, home, databases }: Operation) {
  const { databaseOwner: password } = await readSecrets(path.join(home, 'secrets.json'))
  const owner = { name: `${service.replace('-', '_')}_owner`, password }
  const env = {
    ...readBaseEnvironment(),
    NODE_COMPILE_CACHE: compileCacheFolder,
    DATABASE_URL: urlForRole(databases[service], owner),
    FILES_PATH: filesFolder(home),
  }
  const program = path.join(repositoryRoot, 'services', service, `src/${name}.ts`)
  const child = spawn(process.execPath, [program, ...args], { env, cwd: repositoryRoot })
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  if (errors !== '') throw new Error(`${name} of ${service} failed: ${errors}`)
  return { output, exitCode }
}

/** Of the other lines, the last one begins with the service, and the counts have no colon. */
function isFinding(line: string): boolean {
  return line.includes(': ') && !databaseOwners.some((service) => line.startsWith(`${service}: `))
}
