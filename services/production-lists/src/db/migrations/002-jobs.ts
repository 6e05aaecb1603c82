import { Migration } from '@mikro-orm/migrations'

/** Jobs are created and found by the API: external identifier, pages, search, and the importing user. */
export class Jobs extends Migration {
  override up(): void {
    this.addSql(`alter table job add column external_identifier varchar(255) null`)
    this.addSql(`alter table job add column updated_at timestamptz(3) null`)
    this.addSql(`update job set updated_at = created_at`)
    this.addSql(`alter table job alter column updated_at set not null`)
    this.addSql(
      `alter table job add constraint job_org_id_external_identifier_unique unique (org_id, external_identifier)`,
    )
    this.addSql(`create index job_org_id_id_index on job (org_id, id)`)
    this.addSql(
      `create index job_search_index on job using gin ((array_to_tsvector(array['#' || org_id::text]) || to_tsvector('simple', translate(coalesce(name, '') || ' ' || coalesce(external_identifier, ''), '!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~\`', '                                '))))`,
    )
    this.addSql(`alter table job_measurement add column user_id int null`)
  }
}
