import { Migration } from '@mikro-orm/migrations'

/** An attempt may end before it renders, so the attempts of a document do not tell how often it took too long. */
export class DocumentTimeouts extends Migration {
  override up(): void {
    this.addSql('alter table order_document add timeouts int not null default 0')
  }
}
