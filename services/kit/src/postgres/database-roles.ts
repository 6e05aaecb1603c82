import { readFile } from 'node:fs/promises'

const FILE = new URL('database-roles.sql', import.meta.url)

/** A role of a database and its password. */
export interface DatabaseRole {
  readonly name: string
  readonly password: string
}

/** The roles of one service's database. */
export interface DatabaseRoles {
  /** Owns the tables and runs migrations. */
  readonly owner: DatabaseRole
  /** Reads and writes rows. */
  readonly process: DatabaseRole
}

/** SQL that creates or changes the roles of the current database: `database-roles.sql` with its variables filled in. */
export async function databaseRolesSql({ owner, process }: DatabaseRoles): Promise<string> {
  const values: Readonly<Record<string, string>> = {
    owner: owner.name,
    owner_password: owner.password,
    process: process.name,
    process_password: process.password,
  }
  const text = (await readFile(FILE, 'utf8')).replaceAll(/^--.*$/gm, '')
  return text.replaceAll(
    /:'(\w+)'/g,
    (_, name: string) => `'${(values[name] ?? '').replaceAll("'", "''")}'`,
  )
}

/** The address of a database for a role. */
export function urlForRole(url: string, { name, password }: DatabaseRole): string {
  const changed = new URL(url)
  changed.username = encodeURIComponent(name)
  changed.password = encodeURIComponent(password)
  return changed.href
}
