import { Migration } from '@mikro-orm/migrations'

/**
 * Lists do not reference template lines by foreign key. With it, removing a line rewrote the items of every list
 * that was made from it, and failed the lists that were made from it concurrently.
 */
export class LinesMayGo extends Migration {
  override up(): void {
    this.addSql('alter table list_item drop constraint list_item_template_line_id_foreign')
    this.addSql('drop index list_item_template_line_id_index')
  }

  override down(): void {
    this.addSql(
      'update list_item set template_line_id = null where not exists (select 1 from template_line l where l.id = template_line_id)',
    )
    this.addSql('create index list_item_template_line_id_index on list_item (template_line_id)')
    this.addSql(
      'alter table list_item add constraint list_item_template_line_id_foreign foreign key (template_line_id) references template_line (id) on delete set null',
    )
  }
}
