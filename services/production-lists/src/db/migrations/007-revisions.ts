import { Migration } from '@mikro-orm/migrations'

/** The history of every list, which cannot be rewritten. Existing lists begin theirs at their current version. */
export class Revisions extends Migration {
  override up(): void {
    this.addSql(`create table production_list_revision (
      list_id int not null,
      version int not null,
      org_id int not null,
      user_id int not null,
      action varchar(20) not null,
      diff jsonb not null,
      created_at timestamptz(3) not null,
      primary key (list_id, version)
    )`)
    this.addSql(
      `alter table production_list_revision add constraint production_list_revision_version_check check (version >= 1)`,
    )
    this.addSql(
      `alter table production_list_revision add constraint production_list_revision_action_check check (action in ('created', 'updated', 'recomputed', 'repriced', 'sold', 'unsold'))`,
    )
    this.addSql(
      `alter table production_list_revision add constraint production_list_revision_list_id_foreign foreign key (list_id) references production_list (id) on delete cascade`,
    )
    this.addSql(
      `insert into production_list_revision (list_id, version, org_id, user_id, action, diff, created_at)
       select id, version, org_id, created_by, 'created', '{"fields": {}, "items": []}', created_at
       from production_list`,
    )
    // When a list is deleted its row is gone by the time the cascade reaches its revisions.
    this.addSql(`create function production_list_revision_is_immutable_fn() returns trigger as $$
    begin
      if tg_op = 'DELETE' then
        if not exists (select from production_list where id = old.list_id) then return old; end if;
      end if;
      raise exception 'revisions of a production list are never changed or deleted';
    end; $$ language plpgsql`)
    this.addSql(`create trigger is_immutable before update or delete on production_list_revision
      for each row execute function production_list_revision_is_immutable_fn()`)
    this.addSql(`create trigger is_kept before truncate on production_list_revision
      for each statement execute function production_list_revision_is_immutable_fn()`)
  }
}
