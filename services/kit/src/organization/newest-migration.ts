import { invariant } from '../values/invariant.ts'
import type { OwnerSession } from './owner-session.ts'

/** The migration that a database has run last. */
export async function newestMigration({ rows }: Pick<OwnerSession, 'rows'>): Promise<string> {
  const [row] = await rows<{ readonly name: string }>(
    'select name from mikro_orm_migrations order by id desc limit 1',
  )
  invariant(row !== undefined, 'the database has no migration')
  return row.name
}
