import { Migration } from '@mikro-orm/migrations'

/** A credit says which line it takes back, so that no line is taken back twice. */
export class Credits extends Migration {
  override up(): void {
    this.addSql(`alter table "order_list_item" add column "credits_id" uuid null`)
    this.addSql(
      `create index "order_list_item_credits_id_index" on "order_list_item" ("credits_id")`,
    )
    this.addSql(
      `alter table "order_list_item" add constraint "order_list_item_credits_id_foreign" foreign key ("credits_id") references "order_list_item" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "order_list_item" add constraint "order_list_item_credit_check" check ((quantity < 0) = (credits_id is not null))`,
    )
  }
}
