import { expect } from 'vitest'
import type { TestStack } from './test-stack.ts'

const LOCK = 4711

/**
 * From now on the first transaction that inserts into the table fails as after a deadlock, so that it runs again.
 * @param meanwhile runs between its last statement and its failure
 */
export async function failFirstInsert<T>(
  { database }: TestStack,
  table: string,
  { request, meanwhile }: { request: () => Promise<T>; meanwhile?: () => Promise<unknown> },
): Promise<T> {
  await database.query('create sequence tries')
  await database.query(`create function fail_first() returns trigger language plpgsql security definer as $$
    begin
      if nextval('tries') = 1 then
        perform pg_advisory_xact_lock(${LOCK});
        raise 'the first try' using errcode = '40P01';
      end if;
      return new;
    end $$`)
  await database.query(
    `create trigger fail_first before insert on ${table} for each row execute function fail_first()`,
  )
  const { response } = await database.transaction(async (sql) => {
    await sql.query(`select pg_advisory_xact_lock(${LOCK})`)
    const requested = request()
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`
    await expect.poll(async () => (await database.query(waiting)).length).toBe(1)
    await meanwhile?.()
    return { response: requested }
  })
  return response
}
