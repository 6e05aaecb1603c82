import { Migration } from '@mikro-orm/migrations'
import type { NamedMigration } from './database-connection.ts'
import { frozenOrganizationSql } from './frozen-organization.ts'
import { callersPolicyOf } from './row-access.ts'

class CreateOutbox extends Migration {
  override up(): void {
    this.addSql(`create table outbox_message (
      id uuid not null primary key,
      envelope jsonb not null,
      created_at timestamptz not null default now()
    )`)
    // Rows live for milliseconds; without this the relay would scan dead rows for too long.
    this.addSql(
      'alter table outbox_message set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)',
    )
  }
}

class CreateIdempotencyKey extends Migration {
  override up(): void {
    this.addSql(`create table idempotency_key (
      user_id int not null,
      key varchar(255) not null,
      operation varchar(255) not null,
      fingerprint varchar(64) not null,
      result_id varchar(255) not null,
      created_at timestamptz not null default now(),
      primary key (user_id, key)
    )`)
    this.addSql('create index idempotency_key_created_at_index on idempotency_key (created_at)')
  }
}

class CreateErasure extends Migration {
  override up(): void {
    this.addSql(`create table erasure (
      id serial primary key,
      subject varchar(12) not null,
      subject_id int not null,
      rows_erased bigint not null,
      begun_at timestamptz(3) not null default now(),
      finished_at timestamptz(3) null
    )`)
  }
}

class CreateFrozenOrganization extends Migration {
  override up(): void {
    for (const statement of frozenOrganizationSql) this.addSql(statement)
  }
}

/** By the organizations of its caller, a key can be moved with an organization: it names none itself. */
class AddOrganizationsOfKey extends Migration {
  override up(): void {
    this.addSql(`create function caller_organizations() returns int[] stable language sql as $$
      select case when current_setting('takeoff.access', true) like '{%'
        then current_setting('takeoff.access', true)::int[] end $$`)
    this.addSql(
      'alter table idempotency_key add column organizations int[] null default caller_organizations()',
    )
  }
}

/** Policies that are no condition of an index: see `rowSecurityOf`. */
class PoliciesBesideIndexes extends Migration {
  override async up(): Promise<void> {
    const tables = (await this.execute(
      `select tablename as name from pg_policies where policyname = 'callers' and schemaname = current_schema()`,
    )) as unknown as readonly { readonly name: string }[]
    for (const { name } of tables) this.addSql(callersPolicyOf(name))
  }
}

class AddImportOfErasure extends Migration {
  override up(): void {
    this.addSql('alter table erasure add column imported_at timestamptz(3) null')
  }
}

/**
 * The tables of outbox, idempotency keys, erasures and frozen organizations; each service's list of
 * migrations begins with these.
 */
export const kitMigrations: readonly NamedMigration[] = [
  { name: 'kit-001-create-outbox', class: CreateOutbox },
  { name: 'kit-002-create-idempotency-key', class: CreateIdempotencyKey },
  { name: 'kit-003-create-erasure', class: CreateErasure },
  { name: 'kit-004-create-frozen-organization', class: CreateFrozenOrganization },
  { name: 'kit-005-add-organizations-of-key', class: AddOrganizationsOfKey },
  { name: 'kit-006-policies-beside-indexes', class: PoliciesBesideIndexes },
  { name: 'kit-007-add-import-of-erasure', class: AddImportOfErasure },
]
