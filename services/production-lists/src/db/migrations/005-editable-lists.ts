import { Migration } from '@mikro-orm/migrations'

/** Lists can be edited, recomputed and explained: the rules of their items, and the fields set by hand. */
export class EditableLists extends Migration {
  override up(): void {
    this.addSql(`alter table production_list
      add column template_ids int[] not null default '{}',
      add column removed_line_ids int[] not null default '{}',
      add column sold_at timestamptz(3) null,
      add column sold_by int null`)
    this.addSql(`update production_list l set template_ids = coalesce((
      select array_agg(t.template_id order by t.first) from (
        select tl.template_id, min(i.sort_order) as first
        from list_item i join template_line tl on tl.id = i.template_line_id
        where i.list_id = l.id group by tl.template_id) t), '{}')`)
    this.addSql(`alter table production_list
      alter column template_ids drop default,
      alter column removed_line_ids drop default`)
    this.addSql(
      `alter table production_list add constraint production_list_sold_check check ((sold_at is null) = (sold_by is null))`,
    )
    this.addSql(`alter table list_item
      add column origin varchar(20) not null default 'template',
      add column computed_measurement numeric(20,5) null,
      add column rounding_step numeric(12,5) null,
      add column minimum_quantity numeric(20,5) null,
      add column is_combined boolean not null default false,
      add column carried_in numeric(20,5) not null default 0,
      add column leftover numeric(20,5) null,
      add column unit_cost_source varchar(20) not null default 'template',
      add column price_id int null,
      add column manual_fields text[] not null default '{}'`)
    this.addSql(`update list_item set
      computed_measurement = measurement,
      leftover = greatest(0, quantity - calculated_quantity),
      unit_cost_source = case when is_manual_unit_cost then 'manual' else 'template' end,
      manual_fields = array_remove(array[
        case when is_manual_measurement then 'quantity' end,
        case when is_manual_unit_cost then 'unitCost' end], null)`)
    this.addSql(`alter table list_item drop constraint list_item_manual_check`)
    this.addSql(`alter table list_item drop constraint list_item_rounding_check`)
    this.addSql(`alter table list_item
      alter column origin drop default,
      alter column computed_measurement set not null,
      alter column is_combined drop default,
      alter column carried_in drop default,
      alter column leftover set not null,
      alter column unit_cost_source drop default,
      alter column manual_fields drop default,
      drop column is_manual_measurement,
      drop column is_manual_unit_cost`)
    this.addSql(
      `alter table list_item add constraint list_item_rounding_check check (rounding in ('whole', 'step', 'exact') and (rounding = 'step') = (rounding_step is not null))`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_origin_check check (origin in ('template', 'manual'))`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_unit_cost_source_check check (unit_cost_source in ('template', 'price-book', 'manual'))`,
    )
    this.addSql(
      `alter table list_item add constraint list_item_leftover_check check (carried_in >= 0 and leftover >= 0)`,
    )
    // Checked at the commit, because rows change places one by one.
    this.addSql(`alter table list_item drop constraint list_item_list_id_sort_order_unique`)
    this.addSql(
      `alter table list_item add constraint list_item_list_id_sort_order_unique unique (list_id, sort_order) deferrable initially deferred`,
    )
  }
}
