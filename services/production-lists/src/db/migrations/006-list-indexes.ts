import { Migration } from '@mikro-orm/migrations'

/** Pages of lists, the newest list of a job, and lists by words, without reading the table. */
export class ListIndexes extends Migration {
  override up(): void {
    this.addSql('drop index production_list_job_id_created_at_id_index')
    // The newest list of a job.
    this.addSql(
      `create index production_list_job_id_org_id_created_at_id_index on production_list (job_id, org_id, created_at, id)`,
    )
    // The lists of a job in both orders: few enough to be sorted when they are wanted by their changes.
    this.addSql(
      `create index production_list_job_id_org_id_id_updated_at_index on production_list (job_id, org_id, id, updated_at)`,
    )
    // All lists, the newest first.
    this.addSql(`create index production_list_org_id_id_index on production_list (org_id, id)`)
    // All lists in the order of their changes.
    this.addSql(
      `create index production_list_org_id_updated_at_id_index on production_list (org_id, updated_at, id)`,
    )
    // The words of their names.
    this.addSql(
      `create index production_list_search_index on production_list using gin ((array_to_tsvector(array['#' || org_id::text]) || to_tsvector('simple', translate(coalesce(name, ''), '!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~\`', '                                '))))`,
    )
  }
}
