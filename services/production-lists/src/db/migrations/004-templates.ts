import { Migration } from '@mikro-orm/migrations'

/** Templates that are edited: versions, archiving, steps, minimums, conditions, packages of products. */
export class Templates extends Migration {
  override up(): void {
    // Of several templates whose names differ only in case, the first keeps its name.
    this.addSql(`update template t set name = left(t.name, 180) || ' (' || t.id || ')'
      where exists (
        select 1 from template o
        where o.org_id = t.org_id and lower(o.name) = lower(t.name) and o.id < t.id)`)
    this.addSql(`alter table template
      add name_key text generated always as (lower(name)) stored,
      add combine_same_products boolean not null default false,
      add version int not null default 1,
      add updated_at timestamptz(3) null,
      add archived_at timestamptz(3) null`)
    this.addSql('update template set updated_at = created_at')
    this.addSql('alter table template alter updated_at set not null')
    this.addSql('alter table template drop constraint template_org_id_name_unique')
    this.addSql(
      'alter table template add constraint template_org_id_name_key_unique unique (org_id, name_key)',
    )
    this.addSql('alter table template add constraint template_version_check check (version >= 1)')
    this.addSql(`alter table template_line
      alter coverage drop not null,
      add rounding_step numeric(12,5) null,
      add minimum_quantity numeric(20,5) null,
      add conditions jsonb not null default '[]'`)
    this.addSql('alter table template_line drop constraint template_line_rounding_check')
    this.addSql(
      `alter table template_line add constraint template_line_rounding_check check (rounding in ('whole', 'step', 'exact'))`,
    )
    this.addSql(
      `alter table template_line add constraint template_line_step_check check ((rounding = 'step') = (rounding_step is not null))`,
    )
    this.addSql(
      'alter table template_line add constraint template_line_step_size_check check (rounding_step > 0)',
    )
    this.addSql(
      'alter table template_line add constraint template_line_minimum_check check (minimum_quantity >= 0)',
    )
    this.addSql(
      `alter table template_line add constraint template_line_conditions_check check (jsonb_typeof(conditions) = 'array')`,
    )
    this.addSql(`alter table product add packages jsonb not null default '[]'`)
    this.addSql(
      `alter table product add constraint product_packages_check check (jsonb_typeof(packages) = 'array')`,
    )
    this.addSql('create index product_org_id_id_index on product (org_id, id)')
    this.addSql(
      `create index product_search_index on product using gin ((array_to_tsvector(array['#' || org_id::text]) || to_tsvector('simple', translate(coalesce(name, '') || ' ' || coalesce(display_name, '') || ' ' || coalesce(sku, ''), '!"#$%&''()*+,-./:;<=>?@[\\]^_{|}~\`', '                                '))))`,
    )
  }
}
