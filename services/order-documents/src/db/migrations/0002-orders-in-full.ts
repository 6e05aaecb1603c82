import { Migration } from '@mikro-orm/migrations'

/**
 * Orders have a state, a delivery and relations to each other; their lines and documents keep all that
 * their paper says, so that a document can be rendered at any time from its rows. Rows from before get
 * neutral values.
 */
export class CompleteOrders extends Migration {
  override up(): void {
    this.addSql(`alter table "order"
      add column "state" varchar(9) not null default 'placed',
      add column "placement_id" uuid null,
      add column "job_name" text null,
      add column "list_name" text null,
      add column "delivery" jsonb null,
      add column "replaces_order_id" uuid null,
      add column "changes_order_id" uuid null,
      add column "cancelled_at" timestamptz(3) null,
      add column "cancelled_by" int null,
      add column "cancel_reason" varchar(500) null`)
    // A call made one order with one document, and Idempotency-Keys of the last day remember that one.
    this.addSql(`update "order" o set placement_id = coalesce(
      (select d.id from order_document d where d.order_id = o.id order by d.created_at limit 1), o.id)`)
    this.addSql(`alter table "order" alter column "placement_id" set not null`)
    this.addSql(
      `alter table "order" add constraint "order_replaces_order_id_unique" unique ("replaces_order_id")`,
    )
    this.addSql(`create index "order_changes_order_id_index" on "order" ("changes_order_id")`)
    this.addSql(`create index "order_placement_id_index" on "order" ("placement_id")`)
    this.addSql(
      `alter table "order" add constraint "order_replaces_order_id_foreign" foreign key ("replaces_order_id") references "order" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "order" add constraint "order_changes_order_id_foreign" foreign key ("changes_order_id") references "order" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "order" add constraint "order_state_check" check (state in ('placed', 'cancelled', 'replaced'))`,
    )
    this.addSql(
      `alter table "order" add constraint "order_cancelled_check" check (state <> 'cancelled' or cancelled_at is not null)`,
    )

    this.addSql(`alter table "order_list_item"
      add column "list_item_group_name" text not null default '',
      add column "color" text null,
      add column "notes" text not null default '',
      add column "trade_type" text not null default '',
      add column "pretax_cost" numeric(16,2) not null default 0,
      add column "tax_percent" numeric(7,4) not null default 0,
      add column "total_cost" numeric(16,2) not null default 0,
      add column "rejected_reason" text null`)
    // The credits of a change order are negative.
    this.addSql(`alter table "order_list_item" drop constraint "order_list_item_quantity_check"`)
    // A change order may credit a line of the order and one of an earlier change of the same list item.
    this.addSql(`alter table "order_list_item" drop constraint "order_list_item_list_item_unique"`)

    this.addSql(`alter table "order_document"
      add column "language" varchar(2) not null default 'en',
      add column "paper" varchar(6) not null default 'letter',
      add column "csv_preset" varchar(32) not null default 'default',
      add column "attempts" int not null default 1,
      add column "next_attempt_at" timestamptz(3) null,
      add column "failure" text null`)
    this.addSql(
      `alter table "order_document" drop constraint "order_document_state_sequence_check"`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_state_sequence_check" check (state_sequence >= 0)`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_language_check" check (language in ('en', 'es'))`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_paper_check" check (paper in ('letter', 'a4'))`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_pending_check" check ((state = 'pending') = (next_attempt_at is not null))`,
    )
    this.addSql(
      `create index "order_document_pending_index" on "order_document" ("next_attempt_at") where state = 'pending'`,
    )

    this.addSql(
      `create table "file_upload" ("storage_key" text not null, "org_id" int not null, "order_document_id" uuid not null, "created_at" timestamptz(3) not null, primary key ("storage_key"))`,
    )
    this.addSql(
      `create index "file_upload_order_document_id_index" on "file_upload" ("order_document_id")`,
    )
    this.addSql(`create index "file_upload_created_at_index" on "file_upload" ("created_at")`)
    this.addSql(
      `alter table "file_upload" add constraint "file_upload_order_document_id_foreign" foreign key ("order_document_id") references "order_document" ("id")`,
    )
  }
}
