import { Migration } from '@mikro-orm/migrations'

/** An order counts its events. */
export class OrderEvents extends Migration {
  override up(): void {
    this.addSql(`alter table "order" add column "state_sequence" int not null default 0`)
  }
}
