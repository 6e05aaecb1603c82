import path from 'node:path'
import { UsageError } from '../service/command-line.ts'
import { waitUntil } from './freeze.ts'
import type { Waiting } from './freeze.ts'
import { batchesOf } from './json-lines.ts'
import type { State } from './json-lines.ts'
import { lists, readManifest } from './manifest.ts'
import { MoveError } from './move-error.ts'
import type { OrganizationOptions } from './organization-options.ts'
import type { OwnerSession } from './owner-session.ts'

const STATES_AT_ONCE = 1_000

interface Exported {
  readonly orgId: number
  /** Folders with exports of other services. */
  readonly after: readonly string[]
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

/** Waits until all events of these exports have arrived: a service numbers the events of an aggregate from 1. */
export async function waitForEvents(
  session: OwnerSession,
  { orgId, after: folders, ...waiting }: Exported & Waiting,
  { events }: OrganizationOptions,
): Promise<void> {
  if (events === undefined) return
  await waitUntil(waiting, async () => {
    for (const folder of folders)
      for await (const batch of batchesOf<State>(path.join(folder, lists.states), STATES_AT_ONCE)) {
        const missing = await findMissing(session, orgId, batch, events)
        if (missing !== undefined) return `events have not arrived: ${missing}`
      }
    return undefined
  })
}

/** Names the aggregates that lack events; undefined when none does. */
async function findMissing(
  { rows }: OwnerSession,
  orgId: number,
  batch: readonly State[],
  { since, selectMissing }: NonNullable<OrganizationOptions['events']>,
): Promise<string | undefined> {
  const kept = batch.filter(({ updatedAt }) => Date.parse(updatedAt) >= since.getTime())
  const states = kept.map((state) => ({
    ...state,
    isWhole: Date.parse(state.createdAt) >= since.getTime(),
  }))
  const [row] = await rows<{ readonly count: number; readonly example: string }>(selectMissing, [
    JSON.stringify(states),
    orgId,
  ])
  if (row === undefined || row.count === 0) return undefined
  return row.count === 1
    ? `those of ${row.example}`
    : `those of ${row.example} and ${row.count - 1} others`
}
