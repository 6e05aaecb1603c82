import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import type { Rounding } from '../../domain/lists/takeoff.ts'
import type { MeasurementUnits } from '../../domain/templates/measure-expression.ts'
import type { ItemType, LineRule } from '../../domain/templates/template-line.ts'
import { Product } from './product.ts'

/** The waste factor of an organization's lists where neither the line nor the template has one. */
export const OrganizationDefaultSchema = defineEntity({
  name: 'OrganizationDefault',
  tableName: 'organization_default',
  filters: organizationFilter,
  properties: {
    orgId: p.integer().primary().autoincrement(false),
    wasteFactor: p.decimal('number').precision(6).scale(5),
  },
  checks: [
    {
      name: 'organization_default_waste_check',
      expression: 'waste_factor >= 0 and waste_factor <= 1',
    },
  ],
})

export class OrganizationDefault extends OrganizationDefaultSchema.class {}
OrganizationDefaultSchema.setClass(OrganizationDefault)

/** How an organization builds one trade. */
export const TemplateSchema = defineEntity({
  name: 'Template',
  tableName: 'template',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    name: p.string().length(200),
    /** A name is unique in its organization, in any case. */
    nameKey: p.text().nullable().generated('(lower(name)) stored'),
    tradeType: p.string().length(200),
    wasteFactor: p.decimal('number').precision(6).scale(5).nullable(),
    combineSameProducts: p.boolean().default(false),
    version: p.integer().default(1),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p.datetime(3).onCreate(() => new Date()),
    /** Set while the template is archived; an archived template cannot be used for new lists. */
    archivedAt: p.datetime(3).nullable(),
    lines: () => p.oneToMany(TemplateLine).mappedBy('template').orderBy({ sortOrder: 'asc' }),
  },
  uniques: [{ properties: ['orgId', 'nameKey'] }],
  checks: [
    { name: 'template_waste_check', expression: 'waste_factor >= 0 and waste_factor <= 1' },
    { name: 'template_version_check', expression: 'version >= 1' },
  ],
})

export class Template extends TemplateSchema.class {}
TemplateSchema.setClass(Template)

/** One line of a template; its item is computed from the measurements of a job. */
export const TemplateLineSchema = defineEntity({
  name: 'TemplateLine',
  tableName: 'template_line',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    template: () => p.manyToOne(Template).deleteRule('cascade'),
    sortOrder: p.integer(),
    name: p.string().length(200),
    groupName: p.string().length(200),
    type: p.string().length(20).$type<ItemType>(),
    measure: p.json<LineRule['measure']>(),
    measurementUnits: p.string().length(20).nullable().$type<NonNullable<MeasurementUnits>>(),
    /** Null when it comes from the packages of the product. */
    coverage: p.decimal('number').precision(12).scale(5).nullable(),
    quantityUnits: p.string().length(200),
    wasteFactor: p.decimal('number').precision(6).scale(5).nullable(),
    rounding: p.string().length(20).$type<Rounding>(),
    roundingStep: p.decimal('number').precision(12).scale(5).nullable(),
    minimumQuantity: p.decimal('number').precision(20).scale(5).nullable(),
    conditions: p.json<LineRule['conditions']>().defaultRaw(`'[]'`),
    product: () => p.manyToOne(Product).nullable().index(),
    color: p.string().length(200).nullable(),
    notes: p.string().length(2000),
    vendorId: p.integer().nullable(),
    unitCost: p.decimal('number').precision(12).scale(4),
    markup: p.decimal('number').precision(7).scale(4),
    taxPercent: p.decimal('number').precision(7).scale(4),
  },
  // Begins with the template, so it is the foreign key's index too.
  uniques: [{ properties: ['template', 'sortOrder'] }],
  checks: [
    { name: 'template_line_type_check', expression: `type in ('MATERIAL', 'LABOR', 'OTHER')` },
    { name: 'template_line_rounding_check', expression: `rounding in ('whole', 'step', 'exact')` },
    {
      name: 'template_line_step_check',
      expression: `(rounding = 'step') = (rounding_step is not null)`,
    },
    { name: 'template_line_step_size_check', expression: 'rounding_step > 0' },
    { name: 'template_line_minimum_check', expression: 'minimum_quantity >= 0' },
    {
      name: 'template_line_conditions_check',
      expression: `jsonb_typeof(conditions) = 'array'`,
    },
    {
      name: 'template_line_units_check',
      expression: `measurement_units in ('squares', 'linear_feet')`,
    },
    { name: 'template_line_coverage_check', expression: 'coverage > 0' },
    { name: 'template_line_waste_check', expression: 'waste_factor >= 0 and waste_factor <= 1' },
    {
      name: 'template_line_money_check',
      expression: 'unit_cost >= 0 and markup >= 0 and tax_percent >= 0 and tax_percent <= 100',
    },
  ],
})

export class TemplateLine extends TemplateLineSchema.class {}
TemplateLineSchema.setClass(TemplateLine)
