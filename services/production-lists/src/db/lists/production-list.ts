import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import { wordsSql } from '@takeoff/kit/postgres/word-search'
import type { ItemState, ManualField, UnitCostSource } from '../../domain/lists/list-state.ts'
import type { Rounding } from '../../domain/lists/takeoff.ts'
import type {
  MeasureExpression,
  MeasurementUnits,
} from '../../domain/templates/measure-expression.ts'
import type { itemTypes } from '../../domain/templates/template-line.ts'
import { Job, JobMeasurement } from '../jobs/job.ts'
import { Product } from '../templates/product.ts'

/** 14 digits before the point: more than a JSON number represents to the cent. */
const money = () => p.decimal('number').precision(16).scale(2)
/** Frozen when the job is sold, 0 before that. */
const contractMoney = () => money().default(0)

/** The materials and labor that a measured job needs. Its totals are stored, so that a read does not sum its items. */
export const ProductionListSchema = defineEntity({
  name: 'ProductionList',
  tableName: 'production_list',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary(),
    orgId: p.integer(),
    job: () => p.manyToOne(Job),
    measurement: () => p.manyToOne(JobMeasurement).index(),
    /** In the order of their items in the list. */
    templateIds: p.array().columnType('int[]').$type<readonly number[]>(),
    /** Lines whose items were removed by hand. */
    removedLineIds: p.array().columnType('int[]').$type<readonly number[]>(),
    createdBy: p.integer(),
    name: p.string().length(250).nullable(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    soldAt: p.datetime(3).nullable(),
    soldBy: p.integer().nullable(),
    contractLaborTotal: contractMoney(),
    contractMaterialSubtotal: contractMoney(),
    contractMaterialTax: contractMoney(),
    contractMaterialTotal: contractMoney(),
    contractOtherTotal: contractMoney(),
    contractPreDiscountPrice: contractMoney(),
    contractTotalCost: contractMoney(),
    contractTotalPrice: contractMoney(),
    laborTotalCost: money(),
    materialPretaxCost: money(),
    materialSalesTax: money(),
    materialTotalCost: money(),
    otherTotalCost: money(),
    profitAmount: money(),
    profitMargin: p.decimal('number').precision(20).scale(4),
    totalCost: money(),
    totalDiscount: money().default(0),
    totalPrice: money(),
    items: () => p.oneToMany(ListItem).mappedBy('list').orderBy({ sortOrder: 'asc' }),
  },
  // Each index finds the ids of a page without reading the table; migration 006 names the query of each.
  indexes: [
    { properties: ['job', 'orgId', 'createdAt', 'id'] },
    { properties: ['job', 'orgId', 'id', 'updatedAt'] },
    { properties: ['orgId', 'id'] },
    { properties: ['orgId', 'updatedAt', 'id'] },
    {
      name: 'production_list_search_index',
      expression: `create index production_list_search_index on production_list using gin (${wordsSql('org_id', ['name'])})`,
    },
  ],
  checks: [
    { name: 'production_list_version_check', expression: 'version >= 1' },
    {
      name: 'production_list_sold_check',
      expression: '(sold_at is null) = (sold_by is null)',
    },
  ],
})

export class ProductionList extends ProductionListSchema.class {}
ProductionListSchema.setClass(ProductionList)

/** One item of a list, stored with every value from which its figures are calculated. */
export const ListItemSchema = defineEntity({
  name: 'ListItem',
  tableName: 'list_item',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary(),
    orgId: p.integer(),
    list: () => p.manyToOne(ProductionList).deleteRule('cascade'),
    sortOrder: p.integer(),
    origin: p.string().length(20).$type<ItemState['origin']>(),
    /** No foreign key: removing a line must not rewrite every list that was made from it. */
    templateLineId: p.integer().nullable(),
    product: () => p.manyToOne(Product).nullable().index(),
    name: p.string().length(200),
    groupName: p.string().length(200),
    tradeType: p.string().length(200),
    type: p.string().length(20).$type<(typeof itemTypes)[number]>(),
    sku: p.string().length(200).nullable(),
    color: p.string().length(200).nullable(),
    notes: p.string().length(2000),
    vendorId: p.integer().nullable(),
    measure: p.json<MeasureExpression>(),
    computedMeasurement: p.decimal('number').precision(20).scale(5),
    measurement: p.decimal('number').precision(20).scale(5),
    measurementUnits: p.string().length(20).nullable().$type<NonNullable<MeasurementUnits>>(),
    /** To 5 decimals, for the previous version of this service, which reads and writes it alone. */
    coverage: p.decimal('number').precision(12).scale(5),
    /** With all digits; read only while `coverage` is the same to 5 decimals. */
    exactCoverage: p.decimal('number').columnType('numeric').nullable(),
    wasteFactor: p.decimal('number').precision(6).scale(5),
    rounding: p.string().length(20).$type<Rounding>(),
    roundingStep: p.decimal('number').precision(12).scale(5).nullable(),
    minimumQuantity: p.decimal('number').precision(20).scale(5).nullable(),
    isCombined: p.boolean(),
    calculatedQuantity: p.decimal('number').precision(20).scale(5),
    quantity: p.decimal('number').precision(20).scale(5),
    carriedIn: p.decimal('number').precision(20).scale(5),
    leftover: p.decimal('number').precision(20).scale(5),
    quantityUnits: p.string().length(200),
    unitCost: p.decimal('number').precision(12).scale(4),
    unitCostSource: p.string().length(20).$type<UnitCostSource>(),
    priceId: p.integer().nullable(),
    taxPercent: p.decimal('number').precision(7).scale(4),
    markup: p.decimal('number').precision(7).scale(4),
    pretaxCost: money(),
    totalCost: money(),
    totalPrice: money(),
    manualFields: p.array().$type<readonly ManualField[]>(),
  },
  // Begins with the list, so it is the foreign key's index too. Deferred: rows change places one by one.
  uniques: [{ properties: ['list', 'sortOrder'], deferMode: 'deferred' }],
  checks: [
    { name: 'list_item_type_check', expression: `type in ('MATERIAL', 'LABOR', 'OTHER')` },
    {
      name: 'list_item_rounding_check',
      expression: `rounding in ('whole', 'step', 'exact') and (rounding = 'step') = (rounding_step is not null)`,
    },
    { name: 'list_item_coverage_check', expression: 'coverage > 0' },
    {
      name: 'list_item_quantity_check',
      expression: 'measurement >= 0 and calculated_quantity >= 0 and quantity >= 0',
    },
    { name: 'list_item_origin_check', expression: `origin in ('template', 'manual')` },
    {
      name: 'list_item_unit_cost_source_check',
      expression: `unit_cost_source in ('template', 'price-book', 'manual')`,
    },
    { name: 'list_item_leftover_check', expression: 'carried_in >= 0 and leftover >= 0' },
    {
      name: 'list_item_money_check',
      expression: 'unit_cost >= 0 and tax_percent >= 0 and total_cost >= pretax_cost',
    },
  ],
})

export class ListItem extends ListItemSchema.class {}
ListItemSchema.setClass(ListItem)
