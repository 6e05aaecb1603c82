import { Migration } from '@mikro-orm/migrations'

/** Jobs with their measurements, templates, products, production lists with their items. */
export class CreateTables extends Migration {
  override up(): void {
    this.addSql(`create table job (
      id serial primary key,
      org_id int not null,
      name varchar(250) null,
      created_at timestamptz(3) not null
    )`)
    this.addSql(`create table job_measurement (
      id serial primary key,
      org_id int not null,
      job_id int not null,
      version int not null,
      measurements jsonb not null,
      created_at timestamptz(3) not null
    )`)
    this.addSql(
      `alter table job_measurement add constraint job_measurement_job_id_version_unique unique (job_id, version)`,
    )
    this.addSql(
      `alter table job_measurement add constraint job_measurement_version_check check (version >= 1)`,
    )
    this.addSql(`create table organization_default (
      org_id int not null,
      waste_factor numeric(6,5) not null,
      primary key (org_id)
    )`)
    this.addSql(
      `alter table organization_default add constraint organization_default_waste_check check (waste_factor >= 0 and waste_factor <= 1)`,
    )
    this.addSql(`create table product (
      id serial primary key,
      org_id int not null,
      name varchar(200) not null,
      display_name varchar(200) null,
      manufacturer_url varchar(2000) null,
      product_type varchar(200) not null,
      sku varchar(200) null,
      provider_identifier varchar(200) null,
      provider_name varchar(200) null
    )`)
    this.addSql(
      `alter table product add constraint product_provider_check check ((provider_identifier is null) = (provider_name is null))`,
    )
    this.addSql(`create table production_list (
      id serial primary key,
      org_id int not null,
      job_id int not null,
      measurement_id int not null,
      created_by int not null,
      name varchar(250) null,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      contract_labor_total numeric(16,2) not null default 0,
      contract_material_subtotal numeric(16,2) not null default 0,
      contract_material_tax numeric(16,2) not null default 0,
      contract_material_total numeric(16,2) not null default 0,
      contract_other_total numeric(16,2) not null default 0,
      contract_pre_discount_price numeric(16,2) not null default 0,
      contract_total_cost numeric(16,2) not null default 0,
      contract_total_price numeric(16,2) not null default 0,
      labor_total_cost numeric(16,2) not null,
      material_pretax_cost numeric(16,2) not null,
      material_sales_tax numeric(16,2) not null,
      material_total_cost numeric(16,2) not null,
      other_total_cost numeric(16,2) not null,
      profit_amount numeric(16,2) not null,
      profit_margin numeric(20,4) not null,
      total_cost numeric(16,2) not null,
      total_discount numeric(16,2) not null default 0,
      total_price numeric(16,2) not null
    )`)
    this.addSql(
      `create index production_list_measurement_id_index on production_list (measurement_id)`,
    )
    this.addSql(
      `create index production_list_job_id_created_at_id_index on production_list (job_id, created_at, id)`,
    )
    this.addSql(
      `alter table production_list add constraint production_list_version_check check (version >= 1)`,
    )
    this.addSql(`create table sales_opportunity (
      id serial primary key,
      org_id int not null,
      job_id int not null
    )`)
    this.addSql(
      `alter table sales_opportunity add constraint sales_opportunity_job_id_unique unique (job_id)`,
    )
    this.addSql(`create table template (
      id serial primary key,
      org_id int not null,
      name varchar(200) not null,
      trade_type varchar(200) not null,
      waste_factor numeric(6,5) null,
      created_at timestamptz(3) not null
    )`)
    this.addSql(
      `alter table template add constraint template_org_id_name_unique unique (org_id, name)`,
    )
    this.addSql(
      `alter table template add constraint template_waste_check check (waste_factor >= 0 and waste_factor <= 1)`,
    )
    this.addSql(`create table template_line (
      id serial primary key,
      org_id int not null,
      template_id int not null,
      sort_order int not null,
      name varchar(200) not null,
      group_name varchar(200) not null,
      type varchar(20) not null,
      measure jsonb not null,
      measurement_units varchar(20) null,
      coverage numeric(12,5) not null,
      quantity_units varchar(200) not null,
      waste_factor numeric(6,5) null,
      rounding varchar(20) not null,
      product_id int null,
      color varchar(200) null,
      notes varchar(2000) not null,
      vendor_id int null,
      unit_cost numeric(12,4) not null,
      markup numeric(7,4) not null,
      tax_percent numeric(7,4) not null
    )`)
    this.addSql(`create index template_line_product_id_index on template_line (product_id)`)
    this.addSql(
      `alter table template_line add constraint template_line_template_id_sort_order_unique unique (template_id, sort_order)`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_type_check check (type in ('MATERIAL', 'LABOR', 'OTHER'))`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_rounding_check check (rounding in ('whole', 'exact'))`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_units_check check (measurement_units in ('squares', 'linear_feet'))`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_coverage_check check (coverage > 0)`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_waste_check check (waste_factor >= 0 and waste_factor <= 1)`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_money_check check (unit_cost >= 0 and markup >= 0 and tax_percent >= 0 and tax_percent <= 100)`,
    )
    this.addSql(`create table list_item (
      id serial primary key,
      org_id int not null,
      list_id int not null,
      sort_order int not null,
      template_line_id int null,
      product_id int null,
      name varchar(200) not null,
      group_name varchar(200) not null,
      trade_type varchar(200) not null,
      type varchar(20) not null,
      sku varchar(200) null,
      color varchar(200) null,
      notes varchar(2000) not null,
      vendor_id int null,
      measure jsonb not null,
      measurement numeric(20,5) not null,
      measurement_units varchar(20) null,
      coverage numeric(12,5) not null,
      waste_factor numeric(6,5) not null,
      rounding varchar(20) not null,
      calculated_quantity numeric(20,5) not null,
      quantity numeric(20,5) not null,
      quantity_units varchar(200) not null,
      is_manual_measurement boolean not null,
      unit_cost numeric(12,4) not null,
      is_manual_unit_cost boolean not null,
      tax_percent numeric(7,4) not null,
      markup numeric(7,4) not null,
      pretax_cost numeric(16,2) not null,
      total_cost numeric(16,2) not null,
      total_price numeric(16,2) not null
    )`)
    this.addSql(`create index list_item_template_line_id_index on list_item (template_line_id)`)
    this.addSql(`create index list_item_product_id_index on list_item (product_id)`)
    this.addSql(
      `alter table list_item add constraint list_item_list_id_sort_order_unique unique (list_id, sort_order)`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_type_check check (type in ('MATERIAL', 'LABOR', 'OTHER'))`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_rounding_check check (rounding in ('whole', 'exact'))`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_coverage_check check (coverage > 0)`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_quantity_check check (measurement >= 0 and calculated_quantity >= 0 and quantity >= 0)`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_manual_check check (is_manual_measurement or rounding <> 'exact' or quantity = calculated_quantity)`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_money_check check (unit_cost >= 0 and tax_percent >= 0 and total_cost >= pretax_cost)`,
    )
    this.addSql(
      `alter table job_measurement add constraint job_measurement_job_id_foreign foreign key (job_id) references job (id) on delete cascade`,
    )
    this.addSql(
      `alter table production_list add constraint production_list_job_id_foreign foreign key (job_id) references job (id)`,
    )
    this.addSql(
      `alter table production_list add constraint production_list_measurement_id_foreign foreign key (measurement_id) references job_measurement (id)`,
    )
    this.addSql(
      `alter table sales_opportunity add constraint sales_opportunity_job_id_foreign foreign key (job_id) references job (id) on delete cascade`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_template_id_foreign foreign key (template_id) references template (id) on delete cascade`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_product_id_foreign foreign key (product_id) references product (id) on delete set null`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_list_id_foreign foreign key (list_id) references production_list (id) on delete cascade`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_template_line_id_foreign foreign key (template_line_id) references template_line (id) on delete set null`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_product_id_foreign foreign key (product_id) references product (id) on delete set null`,
    )
  }
}
