import { defineEntity, p } from '@mikro-orm/core'
import { sql as raw } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { addGauge } from '../service/metrics.ts'
import type { Metrics } from '../service/metrics.ts'
import { errorCode } from '../values/caught.ts'
import type { ErasureSchema } from './erasure.ts'
import { hasOrganizationSql } from './row-access.ts'
import { int8 } from './sql-types.ts'
import type { Sql } from './sql.ts'
import { column, statementsOf } from './statement.ts'
import type { Params } from './statement.ts'
import type { Table } from './tables.ts'

/** The SQLSTATE with which the triggers refuse a change. */
const REFUSED = 'TF001'

/** An organization that callers may read and not change, because it is being moved to another database. */
export const FrozenOrganizationSchema = defineEntity({
  name: 'FrozenOrganization',
  tableName: 'frozen_organization',
  properties: {
    id: p.integer().primary().autoincrement(false),
    frozenAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A row of the frozen organizations. */
export class FrozenOrganization extends FrozenOrganizationSchema.class {}
FrozenOrganizationSchema.setClass(FrozenOrganization)

interface Tables {
  readonly frozenOrganization: Table<typeof FrozenOrganizationSchema>
  readonly erasure: Table<typeof ErasureSchema>
}

const { statement } = statementsOf<Tables>('kit')

/** Without those that were erased since: an erased one stays frozen, and can be imported again. */
const fromFrozen = (db: Kysely<Tables>) =>
  db
    .selectFrom('frozenOrganization')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('erasure')
            .where('subject', '=', 'organization')
            .whereRef('subjectId', '=', 'frozenOrganization.id')
            .whereRef('finishedAt', '>=', 'frozenOrganization.frozenAt')
            .select('erasure.id'),
        ),
      ),
    )

const selectFrozen = statement((db, $: Params<{ readonly orgId: number }>) =>
  fromFrozen(db).where('frozenOrganization.id', '=', $.orgId).select('frozenOrganization.id'),
)

const countFrozen = statement((db) =>
  fromFrozen(db).select((eb) => column('value', int8, eb.fn.countAll())),
)

/** Whether an organization is frozen and was not erased since. */
export async function isFrozenAndKept(sql: Sql, orgId: number): Promise<boolean> {
  return (await sql.row(selectFrozen, { orgId })) !== undefined
}

/** Counts the organizations that callers cannot change. A move that was given up leaves one behind, without an error anywhere else. */
export function measureFrozenOrganizations(sql: Sql, metrics: Metrics): void {
  addGauge(metrics, {
    name: 'organizations_read_only',
    help: 'Organizations that are read-only because they are being moved, without those that were erased since.',
    read: async () => (await sql.row(countFrozen, {}))?.value ?? 0,
  })
}

/** SQL: whether this organization is frozen. Work in the background begins nothing new for it. */
export function isFrozenSql(orgId: RawBuilder<unknown>): RawBuilder<boolean> {
  return raw`exists (select from frozen_organization f where f.id = ${orgId})`
}

/** Whether a trigger has refused a change, because its organization is frozen. */
export function isRefusedAsFrozen(error: unknown): boolean {
  return errorCode(error) === REFUSED
}

const isOfCaller = `current_setting('takeoff.access', true) like '{%'`

/**
 * SQL for the kit's migration. A function of a trigger reads the committed organizations when its statement has locked
 * the table and written its rows: so a transaction that has no lock when an organization becomes frozen is refused.
 */
export const frozenOrganizationSql: readonly string[] = [
  `create table frozen_organization (
    id int not null primary key,
    frozen_at timestamptz(3) not null default now()
  )`,
  refusingFunction('refuse_frozen', 'org_id'),
  refusingFunction('refuse_frozen_message', `(envelope ->> 'orgId')::int`),
]

function refusingFunction(name: string, orgId: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$
    declare
      found_id int;
    begin
      if exists (select from frozen_organization) then
        select f.id into found_id from frozen_organization f
        where f.id in (select ${orgId} from changed) limit 1;
        if found_id is not null then
          raise exception 'organization % is read-only', found_id using errcode = '${REFUSED}';
        end if;
      end if;
      return null;
    end $$`
}

/**
 * SQL for a migration: callers can change no row of a frozen organization, in any table that exists then. Work in the
 * background may, to finish what it has begun, and owners may. For each statement, so that thousands of rows cost one check.
 */
export const freezableTablesSql = `do $do$
  declare
    t regclass;
  begin
    for t in
      select c.oid::regclass from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and ${hasOrganizationSql}
    loop
      ${(
        [
          ['insert', 'new'],
          ['update', 'new'],
          ['delete', 'old'],
        ] as const
      )
        .map(([event, rows]) => `execute format($f$${trigger(event, rows)}$f$, t);`)
        .join('\n      ')}
    end loop;
    ${trigger('insert', 'new', 'refuse_frozen_message').replace('%s', 'outbox_message')};
  end $do$`

function trigger(event: string, rows: 'new' | 'old', refuse = 'refuse_frozen'): string {
  // In the format of a table's name, a percent sign is written twice.
  const condition = refuse === 'refuse_frozen' ? isOfCaller.replace('%', '%%') : isOfCaller
  return `create or replace trigger refuse_frozen_${event} after ${event} on %s
        referencing ${rows} table as changed for each statement when (${condition}) execute function ${refuse}()`
}
