import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { say } from '../operator/operator-program.ts'
import { STOPPED } from '../service/command-line.ts'
import { requireExported, waitForEvents } from './arrived-events.ts'
import type { Incomplete } from './arrived-events.ts'
import { digestOf, sha256Of } from './digest.ts'
import type { Digest } from './digest.ts'
import { freeze, waitForEnds, waitForWriters } from './freeze.ts'
import type { Waiting } from './freeze.ts'
import { keysOf, copyLine, statesOf } from './json-lines.ts'
import {
  createFolder,
  fileOf,
  lists,
  requireEmpty,
  storedFileOf,
  writeManifest,
} from './manifest.ts'
import { MoveError } from './move-error.ts'
import { listMovedTables, selectRowsSql, tablesWithRows } from './moved-tables.ts'
import { newestMigrations } from './organization-options.ts'
import type { MovedFile, MovedFiles, OrganizationOptions } from './organization-options.ts'
import type { OwnerSession } from './owner-session.ts'

/** Files that are read at the same time, so that the store's latency is not added up. */
const FILES_AT_ONCE = 16
const SNAPSHOT = 'begin isolation level repeatable read, read only'

interface Export extends Waiting, Incomplete {
  readonly orgId: number
  readonly folder: string
  /** Folders of services whose events must have arrived. */
  readonly after: readonly string[]
  /** Whether the service may have nothing of it. */
  readonly mayBeEmpty: boolean
}

/** Prepares what an export can fail for, then freezes the organization, and exports it. */
export async function exportOrganization(
  session: OwnerSession,
  command: Export,
  options: OrganizationOptions,
): Promise<void> {
  const { orgId, folder, mayBeEmpty } = command
  await requireEmpty(folder)
  await requireExported(command, options)
  if (!mayBeEmpty) {
    const tables = await tablesWithRows(session, await listMovedTables(session), orgId)
    if (tables.length === 0)
      throw new MoveError(
        `${options.service} has no rows of organization ${orgId}. If the id is right, export it with --empty.`,
      )
  }
  await createFolder(folder)
  const sayThatItStays = (): void =>
    say(
      `Organization ${orgId} stays read-only: delete ${folder} and export it again, or make it writable with "thaw ${orgId}".`,
    )
  using _ = whenStopped(sayThatItStays)
  await freeze(session, orgId)
  say(`Organization ${orgId} is read-only from now on, until "thaw ${orgId}".`)
  try {
    await exportFrozen(session, command, options)
  } catch (error) {
    sayThatItStays()
    throw error
  }
}

/** At Ctrl-C or a signal calls `report`, and ends the process with the exit code of all commands. */
function whenStopped(report: () => void): Disposable {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const stop = (): never => {
    report()
    process.exit(STOPPED)
  }
  for (const signal of signals) process.once(signal, stop)
  return {
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}

/** Waits until the work under way of an organization has ended, and writes one snapshot of it into a folder. */
async function exportFrozen(
  session: OwnerSession,
  { orgId, folder, after, mayBeIncomplete, ...waiting }: Export,
  options: OrganizationOptions,
): Promise<void> {
  await waitForWriters(session, waiting)
  await waitForEnds(session, orgId, options.underWay ?? {}, waiting)
  await waitForEvents(session, { orgId, after, mayBeIncomplete, ...waiting }, options)
  await mkdir(path.join(folder, 'tables'), { recursive: true })
  await session.transaction(SNAPSHOT, async () => {
    const tables = []
    for (const table of await listMovedTables(session)) {
      const { name, columns } = table
      const rows = session.copyOut(selectRowsSql(table, orgId))
      const digest = await digestOf(rows, createWriteStream(fileOf(folder, name)))
      tables.push({ name, columns, ...digest })
      say(`${name}: ${digest.rows} rows`)
    }
    const write = async (name: string, lines: Readable): Promise<Digest> =>
      digestOf(lines, createWriteStream(path.join(folder, name)))
    const states = await write(lists.states, statesOf(session, orgId, options.states ?? []))
    const idempotencyKeys = await write(lists.idempotencyKeys, session.copyOut(keysOf(orgId)))
    const files = await write(
      lists.files,
      Readable.from(filesOf(session, { orgId, folder, mayBeIncomplete }, options.files)),
    )
    await writeManifest(folder, {
      service: options.service,
      organization: orgId,
      exportedAt: new Date().toISOString(),
      migration: newestMigrations(options),
      tables,
      files,
      idempotencyKeys,
      states,
    })
  })
  say(`Organization ${orgId} of ${options.service} is in ${folder}.`)
}

/**
 * Copies the files of the organization into the folder, and yields a line for each.
 * @throws MoveError for one that is missing, unless the export may be incomplete
 */
async function* filesOf(
  { rows }: OwnerSession,
  { orgId, folder, mayBeIncomplete }: Pick<Export, 'orgId' | 'folder' | 'mayBeIncomplete'>,
  files: MovedFiles | undefined,
): AsyncGenerator<Buffer> {
  if (files === undefined) return
  let after = ''
  for (let count = 0; ;) {
    const batch = (await rows<MovedFile>(files.next, [orgId, after])).slice(0, FILES_AT_ONCE)
    const sums = await Promise.all(batch.map((file) => copyFile(file, folder, files)))
    for (const [index, file] of batch.entries()) {
      const sha256 = sums[index]
      if (sha256 !== undefined) {
        yield Buffer.from(copyLine({ ...file, sha256 }))
        count += 1
      } else if (mayBeIncomplete) say(`without file ${file.key}, which is missing or damaged`)
      else
        throw new MoveError(
          `file ${file.key} is missing or damaged. Copy it from a backup of the store, or export without it with --incomplete.`,
        )
    }
    after = batch.at(-1)?.key ?? after
    if (batch.length === 0) {
      if (count > 0) say(`${count} files`)
      return
    }
  }
}

/** Returns the SHA-256 of the copy; undefined when the store does not have the bytes. */
async function copyFile(
  { key, byteSize }: MovedFile,
  folder: string,
  files: MovedFiles,
): Promise<string | undefined> {
  const bytes = await files.read(key, byteSize)
  if (bytes === undefined) return undefined
  const file = storedFileOf(folder, key)
  await mkdir(path.dirname(file), { recursive: true })
  return sha256Of(bytes, createWriteStream(file))
}
