import { Migration } from '@mikro-orm/migrations'

/** An attempt that ended because the store of the files was away does not count as one of the document. */
export class DocumentOutages extends Migration {
  override up(): void {
    this.addSql('alter table order_document add outages int not null default 0')
  }
}
