import { Migration } from '@mikro-orm/migrations'

/** Prices of vendors: one book per organization and vendor, every price with its period in force. */
export class PriceBooks extends Migration {
  override up(): void {
    this.addSql(`create table price_book (
      id serial primary key,
      org_id int not null,
      vendor_id int not null,
      version int not null,
      updated_at timestamptz(3) not null
    )`)
    this.addSql(
      `alter table price_book add constraint price_book_org_id_vendor_id_unique unique (org_id, vendor_id)`,
    )
    this.addSql(
      `alter table price_book add constraint price_book_version_check check (version >= 1)`,
    )
    this.addSql(`create table price (
      id serial primary key,
      org_id int not null,
      vendor_id int not null,
      sku varchar(200) not null,
      name varchar(200) not null,
      unit varchar(200) not null,
      coverage numeric(12,5) null,
      coverage_unit varchar(200) null,
      colors text[] not null,
      unit_cost numeric(12,4) not null,
      tax_percent numeric(7,4) null,
      effective_from date not null,
      effective_to date null,
      created_at timestamptz(3) not null,
      created_by int not null
    )`)
    this.addSql(
      `create index price_in_force_index on price (org_id, vendor_id, sku, effective_from desc, id desc)`,
    )
    this.addSql(
      `alter table price add constraint price_coverage_check check (coverage > 0 and (coverage is null) = (coverage_unit is null))`,
    )
    this.addSql(
      `alter table price add constraint price_money_check check (unit_cost >= 0 and tax_percent >= 0 and tax_percent <= 100)`,
    )
    this.addSql(
      `alter table price add constraint price_days_check check (effective_to >= effective_from)`,
    )
    this.addSql(`create index product_org_id_sku_index on product (org_id, sku)`)
  }
}
