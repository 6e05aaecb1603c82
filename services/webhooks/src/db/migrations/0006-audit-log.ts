import { Migration } from '@mikro-orm/migrations'
import { rowSecurityOf } from '@takeoff/kit/postgres/row-access'

/** The background work that uses the log. */
const WORKS = ['ingest', 'maintenance', 'operator']

/**
 * The audit log is append-only for every role: triggers refuse updates, and deletions of records that the chain does not
 * have as trimmed. A record younger than 30 days is never trimmed.
 */
export class CreateAuditLog extends Migration {
  override up(): void {
    this.addSql(`create table "audit_record" (
      "org_id" int not null,
      "sequence" bigint not null,
      "id" uuid not null,
      "version" int not null,
      "occurred_at" timestamptz(3) not null,
      "recorded_at" timestamptz(3) not null,
      "user_id" int null,
      "client_id" text null,
      "operation" text not null,
      "target_type" text not null,
      "target_id" text not null,
      "changes" jsonb not null,
      "request_id" text null,
      "trace" text null,
      "client_address" text null,
      "previous_hash" varchar(64) not null,
      "hash" varchar(64) not null,
      primary key ("org_id", "sequence")
    )`)
    this.addSql(`alter table "audit_record" add constraint "audit_record_id_unique" unique ("id")`)
    this.addSql(`create index "audit_record_org_id_index" on "audit_record" ("org_id", "id")`)
    this.addSql(
      `create index "audit_record_user_id_index" on "audit_record" ("org_id", "user_id", "id")`,
    )
    this.addSql(
      `create index "audit_record_client_id_index" on "audit_record" ("org_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "audit_record_target_index" on "audit_record" ("org_id", "target_type", "target_id", "id")`,
    )
    this.addSql(`create table "audit_chain" (
      "org_id" int not null primary key,
      "sequence" bigint not null,
      "hash" varchar(64) not null,
      "trimmed_sequence" bigint not null,
      "trimmed_hash" varchar(64) not null
    )`)
    for (const table of ['audit_record', 'audit_chain'])
      for (const policy of rowSecurityOf(table, WORKS)) this.addSql(policy)
    this.#protectRecords()
    this.#protectChains()
  }

  #protectRecords(): void {
    this.addSql(`create function audit_record_append_only() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if not exists (
            select from removed r left join audit_chain c on c.org_id = r.org_id
            where r.sequence > coalesce(c.trimmed_sequence, 0)
          ) then
            return null;
          end if;
        end if;
        raise exception 'the audit log is append-only: % is refused', lower(tg_op)
          using errcode = 'insufficient_privilege';
      end $$`)
    this.addSql(`create trigger audit_record_append_only before update or truncate on "audit_record"
      for each statement execute function audit_record_append_only()`)
    this.addSql(`create trigger audit_record_trimmed_only after delete on "audit_record"
      referencing old table as removed
      for each statement execute function audit_record_append_only()`)
  }

  #protectChains(): void {
    this.addSql(`create function audit_chain_grows() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if new.org_id = old.org_id and new.sequence >= old.sequence
            and (new.sequence > old.sequence or new.hash = old.hash)
            and ((new.trimmed_sequence = old.trimmed_sequence and new.trimmed_hash = old.trimmed_hash)
              or (new.trimmed_sequence > old.trimmed_sequence and exists (
                select from audit_record r where r.org_id = new.org_id
                  and r.sequence = new.trimmed_sequence and r.hash = new.trimmed_hash
                  and r.recorded_at < now() - interval '30 days')))
          then
            return new;
          end if;
        end if;
        raise exception 'the chain of an audit log only grows: % is refused', lower(tg_op)
          using errcode = 'insufficient_privilege';
      end $$`)
    this.addSql(`create trigger audit_chain_grows before update or delete on "audit_chain"
      for each row execute function audit_chain_grows()`)
    this.addSql(`create trigger audit_chain_kept before truncate on "audit_chain"
      for each statement execute function audit_chain_grows()`)
  }
}
