import path from 'node:path'
import { say } from '../operator/operator-program.ts'
import { UsageError } from '../service/command-line.ts'
import { stillAwaited } from './freeze.ts'
import type { Waiting } from './freeze.ts'
import { batchesOf } from './json-lines.ts'
import type { State } from './json-lines.ts'
import { lists, readManifest } from './manifest.ts'
import { MoveError } from './move-error.ts'
import type { Lacking, OrganizationOptions } from './organization-options.ts'
import type { OwnerSession } from './owner-session.ts'

const STATES_AT_ONCE = 1_000

interface Exported {
  readonly orgId: number
  /** Folders with exports of other services. */
  readonly after: readonly string[]
}

/** Whether an export goes on without events and files that are missing. */
export interface Incomplete {
  readonly mayBeIncomplete: boolean
}

/**
 * Checks the folders of the services whose events must have arrived.
 * @throws UsageError without a folder of each of these services, or with one of another
 * @throws MoveError for a folder that is no complete export of the organization
 */
export async function requireExported(
  { orgId, after: folders }: Exported,
  { service, events }: OrganizationOptions,
): Promise<void> {
  const manifests = await Promise.all(folders.map((folder) => readManifest(folder)))
  const services = manifests.map((manifest) => manifest.service)
  const missing = events?.of.filter((name) => !services.includes(name)) ?? []
  if (missing.length > 0)
    throw new UsageError(
      `${service} is exported after ${missing.join(' and ')}: name the folder of each with --after.`,
    )
  const unknown = services.find((name) => events?.of.includes(name) !== true)
  if (unknown !== undefined)
    throw new UsageError(
      `${service} does not wait for events of ${unknown}: leave out its --after.`,
    )
  const other = manifests.findIndex(({ organization }) => organization !== orgId)
  if (other !== -1)
    throw new MoveError(
      `${folders[other]} has organization ${manifests[other]?.organization}, not ${orgId}.`,
    )
}

/**
 * Waits until all events of these exports have arrived: a service numbers the events of an aggregate from 1. At the end
 * it goes on without those that nothing can bring: of an aggregate whose events were deleted, which may have changed
 * without a new event, or of all when the operator says so.
 */
export async function waitForEvents(
  session: OwnerSession,
  { orgId, after, mayBeIncomplete, ...waiting }: Exported & Waiting & Incomplete,
  { events }: OrganizationOptions,
): Promise<void> {
  if (events === undefined) return
  const find = () => findLacking(session, { orgId, after }, events)
  const awaited = await stillAwaited(waiting, async () => {
    for await (const lacking of find()) return describe(lacking)
    return undefined
  })
  if (awaited === undefined) return
  const lacking = (await Array.fromAsync(find())).flat()
  const missing = lacking.filter(({ mayHaveNone }) => !mayHaveNone)
  if (!mayBeIncomplete && missing.length > 0)
    throw new MoveError(
      `${describe(missing)} after ${waiting.waitSeconds} seconds. If they are lost or were discarded, export without them with --incomplete.`,
    )
  for (const { type, id, mayHaveNone } of lacking)
    say(
      `without ${mayHaveNone ? 'events (they may be past their retention)' : 'the missing events'} of ${type} ${id}`,
    )
}

/** The aggregates that lack events, in batches that are not empty. */
async function* findLacking(
  { rows }: OwnerSession,
  { orgId, after }: Exported,
  { since, selectLacking }: NonNullable<OrganizationOptions['events']>,
): AsyncGenerator<readonly Lacking[]> {
  for (const folder of after)
    for await (const batch of batchesOf<State>(path.join(folder, lists.states), STATES_AT_ONCE)) {
      const kept = batch.filter(({ updatedAt }) => Date.parse(updatedAt) >= since.getTime())
      const states = kept.map((state) => ({
        ...state,
        isWhole: Date.parse(state.createdAt) >= since.getTime(),
      }))
      const lacking = await rows<Lacking>(selectLacking, [JSON.stringify(states), orgId])
      if (lacking.length > 0) yield lacking
    }
}

function describe(lacking: readonly Lacking[]): string {
  const more = lacking.length === 1 ? '' : ` and ${lacking.length - 1} others`
  return `events have not arrived: those of ${lacking[0]?.type} ${lacking[0]?.id}${more}`
}
