import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sourceOf, repositoryRoot } from '@takeoff/bundles/programs'
import type { ProgramName } from '@takeoff/bundles/programs'
import { databaseOwners } from '@takeoff/dev-env/service-plans'
import type { ServicePlan } from '@takeoff/dev-env/supervisor'

/** A start and a stop of one process, and a migration, end sooner on any machine. */
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000
const MIGRATION_LIMIT_MS = 600_000

/** The services that have several processes or versions, in the order in which data flows. */
export const fleetServices = [...databaseOwners, 'gateway'] as const
export type FleetService = (typeof fleetServices)[number]

/** A version of all services. */
export interface Version {
  readonly name: string
  /** The folder of its sources. */
  readonly folder: string
  /** Further migrations: a module that is loaded before the program of a subgraph. */
  readonly release?: string
}

/** A service that runs from the sources of any version. */
export interface MemberPlan extends ServicePlan {
  readonly name: ProgramName
}

/** The plan of the development stack, for a process that is migrated before and that another one will follow. */
export function memberPlanOf(name: FleetService, plans: readonly ServicePlan[]): MemberPlan {
  const plan = plans.find((one) => one.name === name)
  if (plan === undefined) throw new Error(`there is no plan for ${name}`)
  const { READY_FILE: _ready, DOCS_FOLDER: _docs, ...env } = plan.env
  return { ...plan, name, env: { ...env, DATABASE_MIGRATE: 'false' } }
}

/** One process of a service. */
export interface Member {
  readonly url: string
  /** SIGTERM, as in a rolling restart; resolves when it has ended. @throws Error unless it ends with 0 */
  terminate(): Promise<void>
}

/** Starts one process of this version with the variables of the plan; resolves when it serves. */
export async function startMember(
  plan: MemberPlan,
  version: Version,
  logs: string,
): Promise<Member> {
  const child = forked(plan, version, { logs, program: 'main' })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const startLimit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${plan.name} (${version.name}) did not start`))),
  ]).finally(() => clearTimeout(startLimit))) as [{ readonly url: string }]
  return {
    url: message.url,
    async terminate() {
      child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      const [code] = await ended
      clearTimeout(limit)
      if (code !== 0) throw new Error(`${plan.name} (${version.name}) ended with ${code}`)
    },
  }
}

/** Runs `npm run migrate` of this version. @throws Error when it fails */
export async function migrate(plan: MemberPlan, version: Version, logs: string): Promise<void> {
  const [code] = (await once(forked(plan, version, { logs, program: 'migrate' }), 'exit')) as [
    number | null,
  ]
  if (code !== 0) throw new Error(`migrate of ${plan.name} (${version.name}) ended with ${code}`)
}

function forked(
  { name, env }: MemberPlan,
  { name: versionName, folder, release }: Version,
  { logs, program }: { readonly logs: string; readonly program: 'main' | 'migrate' },
) {
  const log = openSync(path.join(logs, `${name}-${versionName}.log`), 'a')
  const file = path
    .join(path.dirname(sourceOf(name)), `${program}.ts`)
    .replace(repositoryRoot, folder)
  const child = fork(file, {
    cwd: folder,
    ...(program === 'migrate' && { timeout: MIGRATION_LIMIT_MS }),
    env: { ...env },
    stdio: ['ignore', log, log, 'ipc'],
    execArgv:
      release === undefined || name === 'gateway' ? [] : ['--import', pathToFileURL(release).href],
  })
  closeSync(log)
  return child
}
