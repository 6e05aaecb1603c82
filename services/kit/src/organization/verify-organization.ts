import { say } from '../operator/operator-program.ts'
import { digestOf, isEqual } from './digest.ts'
import type { Manifest } from './manifest.ts'
import { listMovedTables, selectRowsSql } from './moved-tables.ts'
import type { OrganizationOptions } from './organization-options.ts'
import type { OwnerSession } from './owner-session.ts'
import { differingFiles } from './stored-files.ts'

/** Compares an organization with its export, here or where it came from; returns the number of differences. */
export async function verifyOrganization(
  session: OwnerSession,
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  { files }: OrganizationOptions,
): Promise<number> {
  let differences = 0
  const report = (line: string): void => {
    differences += 1
    say(line)
  }
  await session.transaction('begin isolation level repeatable read, read only', async () => {
    for (const table of await listMovedTables(session)) {
      const own = await digestOf(session.copyOut(selectRowsSql(table, manifest.organization)))
      const exported = manifest.tables.find(({ name }) => name === table.name)
      if (exported !== undefined && isEqual(own, exported))
        say(`${table.name}: ${own.rows} rows, md5 ${own.md5}`)
      else
        report(`${table.name} differs: ${own.rows} rows here, ${exported?.rows ?? 0} in the export`)
    }
  })
  if (files !== undefined)
    for await (const difference of differingFiles(folder, files)) report(difference)
  return differences
}
