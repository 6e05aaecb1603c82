import { Migration } from '@mikro-orm/migrations'

/** An index for each way in which orders are looked for, in the order in which a page shows them. */
export class OrderReads extends Migration {
  override up(): void {
    this.addSql(
      `create index "order_org_id_created_at_index" on "order" ("org_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "order_org_id_updated_at_index" on "order" ("org_id", "updated_at", "id")`,
    )
    this.addSql(
      `create index "order_org_id_state_created_at_index" on "order" ("org_id", "state", "created_at", "id")`,
    )
    this.addSql(
      `create index "order_org_id_state_updated_at_index" on "order" ("org_id", "state", "updated_at", "id")`,
    )
    this.addSql(
      `create index "order_job_id_index" on "order" ("job_id", "org_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "order_vendor_id_created_at_index" on "order" ("vendor_id", "org_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "order_vendor_id_updated_at_index" on "order" ("vendor_id", "org_id", "updated_at", "id")`,
    )
    // These two serve the foreign key too.
    this.addSql(`drop index "order_vendor_id_index"`)
    this.addSql(`drop index "order_production_list_id_index"`)
    this.addSql(
      `create index "order_production_list_id_index" on "order" ("production_list_id", "org_id", "created_at", "id")`,
    )
  }
}
