import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { databaseOwners, urlOf } from '@takeoff/dev-env/service-plans'
import { machineLine } from '../support/machine.ts'
import { checkOutVersion, hasOtherPackages, versionBefore } from './check-out-version.ts'
import { differencesOf } from '../fleet/differences.ts'
import { schemaDifferencesOf } from './schema-differences.ts'
import { fleetServices } from '../fleet/members.ts'
import type { FleetService, Version } from '../fleet/members.ts'
import { startLoad } from './load.ts'
import type { Load } from './load.ts'
import { openScene } from '../fleet/scene.ts'
import { tableOf, UNUSED_COLUMN } from './releases/tables.ts'
import { say } from '../fleet/say.ts'
import { openServices } from './services.ts'
import type { Services } from './services.ts'

const REQUESTS = Number(process.env['REQUESTS'] ?? 10_000)
const CLIENTS = 8
/** Times at which the load goes on for a while: before, beside and after each process. */
const PAUSES = 34

/**
 * `npm run chaos:rolling`: the version before (`VERSION_BEFORE`, a git revision) and this one side by side under load,
 * with migrations between them. Exits with 1 when a request failed, or something acknowledged is missing.
 */
const revision = process.env['VERSION_BEFORE'] ?? (await versionBefore())
const home = await mkdtemp(path.join(tmpdir(), 'takeoff-rolling-'))
const release = (name: string): string =>
  fileURLToPath(new URL(`releases/${name}.ts`, import.meta.url))
const before: Version = { name: 'before', folder: path.join(home, 'before') }
const next: Version = { name: 'next', folder: repositoryRoot, release: release('expand') }
const last: Version = { name: 'last', folder: repositoryRoot, release: release('contract') }
try {
  await checkOutVersion(revision, before.folder)
  if (await hasOtherPackages(revision))
    say(`${revision} has other packages, and runs with those of this version`)
  await using services = await openServices(home, await findFreePort())
  process.exitCode = (await change(services)) ? 0 : 1
} finally {
  if (process.exitCode === 0) await rm(home, { recursive: true, force: true })
  else say(`The logs are in ${path.join(home, 'logs')}`)
}

/** @returns whether all is well */
async function change(services: Services): Promise<boolean> {
  await using stack = new AsyncDisposableStack()
  const { infrastructure, transport } = services
  say(`${machineLine()}, transport ${transport}, version before ${revision}`)
  await services.migrate(before)
  const databases = await openOwnDatabases(stack, infrastructure.databases)
  await addUnusedColumns(databases)
  for (const name of fleetServices) await services.start(name, before)
  const url = `${urlOf('gateway', infrastructure)}/graphql`
  const scene = await openScene(stack, { ...infrastructure, url })
  const { orgId, receiver } = scene
  const startedAt = performance.now()
  const load = startLoad(scene, CLIENTS)
  try {
    await changeUnderLoad(services, load)
  } finally {
    await load.end()
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const { requests, failures, lists, documents } = load.written
  const written = {
    ...load.written,
    uncertainLists: new Set<string>(),
    uncertainOrders: new Set<string>(),
  }
  const differences = [
    ...(await differencesOf({ databases, orgId, written, receiver })),
    ...(await schemaDifferencesOf(databases)),
  ]
  say(
    `${requests} requests in ${seconds} s, ${failures.length} failed; ${lists.length} lists and ` +
      `${documents.size} orders acknowledged, ${receiver.deliveries} webhooks delivered`,
  )
  for (const line of [...failures.slice(0, 20), ...differences]) say(line)
  return failures.length === 0 && differences.length === 0
}

/** Old to new, back, and to the new version in the other order; then the old one has ended, and the release after contracts. */
async function changeUnderLoad(services: Services, load: Load): Promise<void> {
  const pause = (): Promise<void> => load.more(Math.ceil(REQUESTS / PAUSES))
  const replaceAll = async (
    names: readonly FleetService[],
    version: Version,
    title: string,
  ): Promise<void> => {
    const before = { ...load.written, failures: load.written.failures.length }
    for (const name of names) {
      await services.start(name, version)
      await pause()
      // A process that does not end by itself is a failure, and the change goes on.
      await services
        .endOlder(name)
        .catch((error: unknown) => load.written.failures.push((error as Error).message))
      await pause()
    }
    const { requests, failures } = load.written
    say(
      `${title}: ${requests - before.requests} requests, ${failures.length - before.failures} failed`,
    )
  }
  await pause()
  await services.migrate(next)
  say(`expanded after ${load.written.requests} requests, ${load.written.failures.length} failed`)
  await pause()
  await replaceAll(fleetServices, next, 'old to new, the gateway last')
  await replaceAll(fleetServices.toReversed(), before, 'new to old, the gateway first')
  await replaceAll(fleetServices.toReversed(), next, 'old to new, the gateway first')
  await services.migrate(last)
  say(`contracted after ${load.written.requests} requests, ${load.written.failures.length} failed`)
  await pause()
  await replaceAll(fleetServices, last, 'the release that contracted')
}

/** A column that a release before has used. */
async function addUnusedColumns(databases: OwnDatabases): Promise<void> {
  for (const name of databaseOwners)
    await databases[name].query(`alter table ${tableOf(name)} add ${UNUSED_COLUMN} text null`)
}
