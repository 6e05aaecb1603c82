import type { Database } from '../postgres/database.ts'

/** What `freezableTablesSql` makes in every table, and entities do not describe; `unrefusedChanges` finds what lacks. */
const OF_EVERY_TABLE =
  /^drop (?:trigger|function) if exists "(?:refuse_frozen_\w+|\w+_refuse_frozen_\w+_fn)"/
const OF_KEYS = 'drop function if exists "caller_organizations"();'

/** The statements that would make a migrated database what its entities describe. */
export async function schemaDifference({ orm }: Database): Promise<string[]> {
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false })
  return difference
    .split('\n')
    .filter((line) => line.trim() !== '' && line !== OF_KEYS && !OF_EVERY_TABLE.test(line))
}
