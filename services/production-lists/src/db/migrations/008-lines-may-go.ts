import { Migration } from '@mikro-orm/migrations'

/**
 * Lists do not hold on to template lines. With a foreign key, removing a line rewrote the items of every list
 * ever made from it, and failed the lists that were being made from it in that moment.
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
