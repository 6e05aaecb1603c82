import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../postgres/database.ts'

const SERVICES = path.resolve(import.meta.dirname, '../../..')

/** What `freezableTablesSql` makes in every table, and entities do not describe; `unrefusedChanges` finds what lacks. */
const OF_EVERY_TABLE =
  /^drop (?:trigger|function) if exists "(?:refuse_frozen_\w+|\w+_refuse_frozen_\w+_fn)"/
const OF_KEYS = 'drop function if exists "caller_organizations"();'

/**
 * The statements that would make a migrated database what its entities describe, each after the
 * source file of the entity whose table it changes.
 */
export async function schemaDifference({ orm }: Database): Promise<string[]> {
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false })
  return difference
    .split('\n')
    .filter((line) => line.trim() !== '' && line !== OF_KEYS && !OF_EVERY_TABLE.test(line))
    .map((statement) => `${entityFile(statement)}: ${statement}`)
}

/** The file that describes the first table that the statement names. */
function entityFile(statement: string): string {
  const files = globSync('*/src/**/*.ts', { cwd: SERVICES })
  for (const [, name] of statement.matchAll(/"(\w+)"/g)) {
    const file = files.find((candidate) =>
      readFileSync(path.join(SERVICES, candidate), 'utf8').includes(`tableName: '${name}'`),
    )
    if (file !== undefined) return file
  }
  return 'no entity'
}
