import { Migration } from '@mikro-orm/migrations'

/** Orders that go into a supplier's system. */
export class CreateDistributionOrders extends Migration {
  override up(): void {
    this.addSql(
      `create table "distribution_order" ("id" uuid not null, "org_id" int not null, "order_id" uuid not null, "vendor_id" int not null, "provider_identifier" text not null, "account_number" text null, "state" varchar(12) not null, "state_sequence" int not null, "raw_status" text null, "confirmation_number" text null, "failure" text null, "attempts" int not null default 0, "submit_attempted_at" timestamptz(3) null, "submitted_at" timestamptz(3) null, "cancel_requested_at" timestamptz(3) null, "next_attempt_at" timestamptz(3) null, "leased_at" timestamptz(3) null, "fence" int not null default 0, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    )
    this.addSql(
      `alter table "distribution_order" add constraint "distribution_order_order_id_unique" unique ("order_id")`,
    )
    this.addSql(
      `create index "distribution_order_created_at_index" on "distribution_order" ("org_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "distribution_order_updated_at_index" on "distribution_order" ("org_id", "updated_at", "id")`,
    )
    this.addSql(
      `create index "distribution_order_state_index" on "distribution_order" ("org_id", "state", "created_at", "id")`,
    )
    this.addSql(
      `create index "distribution_order_vendor_id_index" on "distribution_order" ("vendor_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "distribution_order_due_index" on "distribution_order" ("provider_identifier", "next_attempt_at") where next_attempt_at is not null`,
    )
    this.addSql(
      `alter table "distribution_order" add constraint "distribution_order_state_check" check (state in ('draft', 'submitted', 'acknowledged', 'delivered', 'failed', 'cancelled'))`,
    )
    this.addSql(
      `alter table "distribution_order" add constraint "distribution_order_draft_check" check (state <> 'draft' or next_attempt_at is not null)`,
    )
    this.addSql(
      `alter table "distribution_order" add constraint "distribution_order_final_check" check (next_attempt_at is null or state in ('draft', 'submitted', 'acknowledged'))`,
    )
    this.addSql(
      `alter table "distribution_order" add constraint "distribution_order_attempt_check" check (submit_attempted_at is null or (state = 'draft' and attempts > 0 and account_number is not null))`,
    )
    this.addSql(
      `alter table "distribution_order" add constraint "distribution_order_order_id_foreign" foreign key ("order_id") references "order" ("id")`,
    )
    this.addSql(
      `alter table "distribution_order" add constraint "distribution_order_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id")`,
    )
  }
}
