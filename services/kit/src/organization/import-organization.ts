import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { say } from '../operator/operator-program.ts'
import { isFrozenAndKept } from '../postgres/frozen-organization.ts'
import { digestOf, isEqual } from './digest.ts'
import { idViolation } from './check-ids.ts'
import { batchesOf } from './json-lines.ts'
import { fileOf, lists, storedFileOf } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { MoveError } from './move-error.ts'
import { listMovedTables, selectRowsSql, tablesWithRows, targetOf } from './moved-tables.ts'
import type { MovedTable } from './moved-tables.ts'
import { newestMigrations } from './organization-options.ts'
import type { MovedFile, OrganizationOptions } from './organization-options.ts'
import type { OwnerSession } from './owner-session.ts'
import { sealedViolations } from './sealed-texts.ts'
import { damageOfFiles } from './stored-files.ts'

const FILES_AT_ONCE = 16
const KEYS_AT_ONCE = 500

interface Import {
  readonly folder: string
  readonly manifest: Manifest
}

/**
 * Inserts an exported organization in one transaction, which compares what it has inserted with the export before it
 * commits. The organization stays frozen. Files are stored when only the commit is left: of a run that was killed they
 * are stored again.
 */
export async function importOrganization(
  session: OwnerSession,
  { folder, manifest }: Import,
  options: OrganizationOptions,
): Promise<void> {
  const orgId = manifest.organization
  const tables = await listMovedTables(session)
  await requireImportable(session, { folder, manifest, tables }, options)
  await session.transaction('begin', async () => {
    // An erased organization has a row: it refuses callers until the commit, and the new row from then on.
    await session.rows('delete from frozen_organization where id = $1', [orgId])
    // Another import of the same organization waits for one of these statements, and fails.
    await session.rows('insert into frozen_organization (id) values ($1)', [orgId])
    await session.rows(
      `update erasure set imported_at = now()
       where subject = 'organization' and subject_id = $1 and imported_at is null`,
      [orgId],
    )
    for (const table of tables) {
      await pipeline(createReadStream(fileOf(folder, table.name)), session.copyIn(targetOf(table)))
      const inserted = await digestOf(session.copyOut(selectRowsSql(table, orgId)))
      const exported = manifest.tables.find(({ name }) => name === table.name)
      if (exported === undefined || !isEqual(inserted, exported))
        throw new MoveError(
          `${table.name}: the inserted rows differ from the exported ones. Nothing was imported.`,
        )
      say(`${table.name}: ${inserted.rows} rows, as exported`)
    }
    throwIfAny(await sealedViolations(session, orgId, options.sealed))
    await insertKeys(session, folder)
    // Last, because a rollback does not delete them.
    await storeFiles(folder, options)
  })
  say(`Organization ${orgId} of ${manifest.service} is here, and read-only until you thaw it.`)
}

async function requireImportable(
  session: OwnerSession,
  { folder, manifest, tables }: Import & { readonly tables: readonly MovedTable[] },
  options: OrganizationOptions,
): Promise<void> {
  const { organization: orgId, migration } = manifest
  const own = newestMigrations(options)
  if (own !== migration)
    throw new MoveError(
      `The export is of the migrations ${migration}, and this database has ${own}: bring both to one version.`,
    )
  const columnsOf = (all: readonly Pick<MovedTable, 'name' | 'columns'>[]): string[] =>
    all.map(({ name, columns }) => `${name}: ${columns.join()}`)
  const exported = new Set(columnsOf(manifest.tables))
  if (tables.length !== exported.size || !columnsOf(tables).every((line) => exported.has(line)))
    throw new MoveError('The export has other tables or columns than this database.')
  throwIfAny(await damages(folder, manifest))
  const taken = await tablesWithRows(session, tables, orgId)
  if (taken.length > 0 || (await isFrozenAndKept(session.sql, orgId))) {
    const reasons = taken.map((name) => `${name} has rows of it`)
    throw new MoveError(
      `Organization ${orgId} exists here already: ${reasons.join(', ') || 'it was exported or imported before'}.`,
    )
  }
  const violations: string[] = []
  for (const table of tables) {
    const violation = await idViolation(session, folder, table)
    if (violation !== undefined) violations.push(violation)
  }
  if (violations.length > 0)
    throw new MoveError(
      `${violations.join('\n')}\nIds never change, so databases between which organizations move give ids of ranges of their own: see ids in docs/scale.md.`,
    )
}

/** Returns a line for each file of the export that is missing or damaged. */
async function damages(folder: string, manifest: Manifest): Promise<string[]> {
  const found: string[] = []
  const parts = [
    ...manifest.tables.map((table) => [fileOf(folder, table.name), table] as const),
    ...(['files', 'idempotencyKeys', 'states'] as const).map(
      (name) => [path.join(folder, lists[name]), manifest[name]] as const,
    ),
  ]
  for (const [file, written] of parts) {
    const digest = await digestOf(createReadStream(file)).catch(() => undefined)
    if (digest === undefined) found.push(`${file} is missing or cannot be read`)
    else if (!isEqual(digest, written)) found.push(`${file} is damaged`)
  }
  if (found.length > 0) return found
  for await (const damage of damageOfFiles(folder)) found.push(damage)
  return found
}

async function storeFiles(folder: string, { files }: OrganizationOptions): Promise<void> {
  if (files === undefined) return
  for await (const batch of batchesOf<MovedFile>(path.join(folder, lists.files), FILES_AT_ONCE))
    await Promise.all(
      batch.map(async ({ key, contentType }) =>
        files.put(key, await readFile(storedFileOf(folder, key)), contentType),
      ),
    )
}

/** A key that the same user has used here meanwhile keeps its meaning here. */
async function insertKeys({ rows }: OwnerSession, folder: string): Promise<void> {
  for await (const batch of batchesOf<object>(
    path.join(folder, lists.idempotencyKeys),
    KEYS_AT_ONCE,
  ))
    await rows(
      `insert into idempotency_key select * from jsonb_populate_recordset(null::idempotency_key, $1::jsonb)
       on conflict do nothing`,
      [JSON.stringify(batch)],
    )
}

function throwIfAny(violations: readonly string[]): void {
  if (violations.length > 0) throw new MoveError(`${violations.join('\n')}\nNothing was imported.`)
}
