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
}
