import { AsyncLocalStorage } from 'node:async_hooks'
import { invariant } from '../values/invariant.ts'

/** The PostgreSQL setting that the policies of all tables with an organization read. */
const SETTING = 'takeoff.access'

const storage = new AsyncLocalStorage<RowAccess>()

/** The value of the setting: organizations as `{1,2}`, the name of background work, or nothing. */
export type RowAccess = string & { readonly rowAccess?: never }

/** No row of any organization. */
export const NO_ACCESS: RowAccess = ''

/** Access to the rows of these organizations. */
export function accessOfOrganizations(orgIds: readonly number[]): RowAccess {
  invariant(orgIds.every(Number.isSafeInteger), 'the id of an organization is not an integer')
  return `{${orgIds.join(',')}}`
}

/** Whether it is the access of a caller's organizations, in contrast to that of background work. */
export function isOfCallers(access: RowAccess): boolean {
  return access.startsWith('{')
}

/** Access by the policies of this name. */
export function accessOfWork(name: string): RowAccess {
  invariant(/^[a-z][a-z-]*$/.test(name), 'the name of background work has other characters')
  return name
}

/** Statements that `work` sends outside of transactions, and transactions that it begins, have this access. */
export function withAccess<T>(access: RowAccess, work: () => T): T {
  return storage.run(access, work)
}

/** The access of the current task. */
export function currentAccess(): RowAccess {
  return storage.getStore() ?? NO_ACCESS
}

/** SQL: sets the access of a connection, or with `local` that of its transaction. Not a query, so it takes no snapshot. */
export function setAccessSql(access: RowAccess, scope: 'session' | 'local'): string {
  return `set ${scope} ${SETTING} = '${access}'`
}

/** SQL: whether the table `c` of `pg_class` has a column `org_id`. The catalog keeps dropped columns. */
export const hasOrganizationSql = `exists (
  select from pg_attribute where attrelid = c.oid and attname = 'org_id' and not attisdropped)`

/** `select`, so that the setting is read once for each statement and not once for each row. */
const CURRENT = `(select current_setting('${SETTING}', true))`
const ORGANIZATIONS = `(select case when current_setting('${SETTING}', true) like '{%'
  then current_setting('${SETTING}', true) end::int[])`
const OF_CALLER = `org_id = any (${ORGANIZATIONS}::int[])`
/**
 * `coalesce`, so that it is a filter and no condition of an index. PostgreSQL cannot know how many organizations the
 * setting has and assumes ten; it would then choose an index by organization, and read all of the organization's rows to
 * count those of one job. Each statement has a condition of its own, and that one chooses the index.
 */
const ROW_OF_CALLER = `coalesce(${OF_CALLER}, false)`

/**
 * SQL for a migration: a table with `org_id` shows callers the rows of their organizations, and background work all
 * rows. The owner of the table and superusers are not limited.
 * @param works the names of the background work that uses the table
 */
export function rowSecurityOf(table: string, works: readonly string[] = []): string[] {
  return [
    ...workPoliciesOf(table, works),
    `create policy callers on "${table}" using (${ROW_OF_CALLER})`,
  ]
}

/** SQL for a migration: gives the policy of callers the condition that `rowSecurityOf` gives to new tables. */
export function callersPolicyOf(table: string): string {
  return `alter policy callers on "${table}" using (${ROW_OF_CALLER})`
}

/**
 * SQL for a migration: the view `<table>_search` of the rows that a caller may see. Statements search for words and names in
 * it: where a policy limits a table, PostgreSQL uses no index for `@@` and `lower`, which are not marked as leakproof. A view
 * reads its table as the owner, whom no policy limits, so it contains the condition itself.
 * @param columns that the search needs, beside `id` and `org_id`
 */
export function searchViewOf(table: string, columns: readonly string[]): string {
  return `create view "${table}_search" as select ${['id', 'org_id', ...columns].join(', ')} from "${table}" where ${OF_CALLER}`
}

/** SQL: as `rowSecurityOf`, and callers see no row. For partitions, which callers reach through their table only. */
export function workPoliciesOf(table: string, works: readonly string[]): string[] {
  return [
    `alter table "${table}" enable row level security`,
    ...works.map(
      (work) =>
        `create policy "${work}" on "${table}" using (${CURRENT} = '${accessOfWork(work)}')`,
    ),
  ]
}
