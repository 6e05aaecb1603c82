import { Migration } from '@mikro-orm/migrations'

/** Vendors, letterheads, orders and their documents. */
export class CreateOrders extends Migration {
  override up(): void {
    this.addSql(
      `create table "organization_profile" ("org_id" int not null, "name" text not null, "address_lines" text[] not null, "phone" text null, "email" text null, "website" text null, primary key ("org_id"))`,
    )
    this.addSql(
      `alter table "organization_profile" add constraint "organization_profile_name_check" check (name <> '')`,
    )
    this.addSql(
      `create table "vendor" ("id" serial primary key, "org_id" int not null, "vendor_name" text not null, "provider_identifier" text null, "provider_name" text null)`,
    )
    this.addSql(`create index "vendor_org_id_index" on "vendor" ("org_id")`)
    this.addSql(`alter table "vendor" add constraint "vendor_name_check" check (vendor_name <> '')`)
    this.addSql(
      `alter table "vendor" add constraint "vendor_provider_check" check ((provider_identifier is null) = (provider_name is null))`,
    )
    this.addSql(
      `create table "order" ("id" uuid not null, "org_id" int not null, "production_list_id" int not null, "job_id" int not null, "vendor_id" int not null, "user_id" int not null, "kind" varchar(8) not null, "purchase_order_number" varchar(64) null, "external_identifier" varchar(255) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    )
    this.addSql(
      `create index "order_production_list_id_index" on "order" ("production_list_id", "created_at", "id")`,
    )
    this.addSql(`create index "order_vendor_id_index" on "order" ("vendor_id")`)
    this.addSql(
      `alter table "order" add constraint "order_kind_check" check (kind in ('MATERIAL', 'LABOR'))`,
    )
    this.addSql(
      `create table "order_list_item" ("id" uuid not null, "org_id" int not null, "order_id" uuid not null, "list_item_id" int not null, "position" int not null, "name" text not null, "quantity" numeric(18,5) not null, "quantity_units" text not null, "sku" text null, "unit_cost" numeric(18,6) not null, primary key ("id"))`,
    )
    this.addSql(
      `alter table "order_list_item" add constraint "order_list_item_position_unique" unique ("order_id", "position")`,
    )
    this.addSql(
      `alter table "order_list_item" add constraint "order_list_item_list_item_unique" unique ("order_id", "list_item_id")`,
    )
    this.addSql(
      `alter table "order_list_item" add constraint "order_list_item_position_check" check (position >= 1)`,
    )
    this.addSql(
      `alter table "order_list_item" add constraint "order_list_item_quantity_check" check (quantity >= 0)`,
    )
    this.addSql(
      `create table "order_document" ("id" uuid not null, "org_id" int not null, "order_id" uuid not null, "production_list_id" int not null, "user_id" int not null, "mode" varchar(8) not null, "state" varchar(8) not null, "state_sequence" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    )
    this.addSql(`create index "order_document_order_id_index" on "order_document" ("order_id")`)
    this.addSql(
      `create index "order_document_production_list_id_index" on "order_document" ("production_list_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_mode_check" check (mode in ('supplier', 'office', 'crew'))`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_state_check" check (state in ('pending', 'complete', 'failed'))`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_state_sequence_check" check (state_sequence >= 1)`,
    )
    this.addSql(
      `create table "order_document_file" ("id" uuid not null, "org_id" int not null, "order_document_id" uuid not null, "kind" varchar(3) not null, "storage_key" text not null, "filename" text not null, "content_type" text not null, "byte_size" int not null, "checksum" varchar(24) not null, "created_at" timestamptz(3) not null, primary key ("id"))`,
    )
    this.addSql(
      `alter table "order_document_file" add constraint "order_document_file_storage_key_unique" unique ("storage_key")`,
    )
    this.addSql(
      `alter table "order_document_file" add constraint "order_document_file_kind_unique" unique ("order_document_id", "kind")`,
    )
    this.addSql(
      `alter table "order_document_file" add constraint "order_document_file_kind_check" check (kind in ('pdf', 'csv'))`,
    )
    this.addSql(
      `alter table "order_document_file" add constraint "order_document_file_byte_size_check" check (byte_size > 0)`,
    )
    this.addSql(
      `alter table "order_document_file" add constraint "order_document_file_checksum_check" check (length(checksum) = 24)`,
    )
    this.addSql(
      `alter table "order" add constraint "order_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id")`,
    )
    this.addSql(
      `alter table "order_list_item" add constraint "order_list_item_order_id_foreign" foreign key ("order_id") references "order" ("id")`,
    )
    this.addSql(
      `alter table "order_document" add constraint "order_document_order_id_foreign" foreign key ("order_id") references "order" ("id")`,
    )
    this.addSql(
      `alter table "order_document_file" add constraint "order_document_file_order_document_id_foreign" foreign key ("order_document_id") references "order_document" ("id")`,
    )
  }
}
