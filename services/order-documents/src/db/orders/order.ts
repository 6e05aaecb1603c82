import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import {
  EXTERNAL_IDENTIFIER_LENGTH_MAX,
  PURCHASE_ORDER_NUMBER_LENGTH_MAX,
} from '../../domain/orders/order.ts'
import { CANCEL_REASON_LENGTH_MAX } from '../../domain/orders/order-state.ts'
import type { OrderState } from '../../domain/orders/order-state.ts'
import type { Delivery } from '../../domain/orders/delivery.ts'
import type { OrderKind } from '../../domain/orders/order.ts'
import { wordsSql } from '@takeoff/kit/postgres/word-search'
import { Vendor } from '../vendors/vendor.ts'

/** The words of an order's own that a search for orders matches. */
export const orderWordsSql = wordsSql('org_id', ['purchase_order_number', 'external_identifier'])

export const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'order',
  filters: organizationFilter,
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    productionListId: p.integer(),
    jobId: p.integer(),
    vendor: () => p.manyToOne(Vendor),
    userId: p.integer(),
    kind: p.string().length(8).$type<OrderKind>(),
    purchaseOrderNumber: p.string().length(PURCHASE_ORDER_NUMBER_LENGTH_MAX).nullable(),
    externalIdentifier: p.string().length(EXTERNAL_IDENTIFIER_LENGTH_MAX).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    state: p.string().length(9).$type<OrderState>().default('placed'),
    /** Number of events so far: the sequence of the order's latest event. */
    stateSequence: p.integer().default(0),
    /** The same for all orders of one call. */
    placementId: p.uuid(),
    jobName: p.text().nullable(),
    listName: p.text().nullable(),
    delivery: p.json<Delivery>().nullable(),
    replacesOrder: () =>
      p.oneToOne(Order).nullable().deleteRule('no action').unique('order_replaces_order_id_unique'),
    changesOrder: () => p.manyToOne(Order).nullable().deleteRule('no action'),
    cancelledAt: p.datetime(3).nullable(),
    cancelledBy: p.integer().nullable(),
    cancelReason: p.string().length(CANCEL_REASON_LENGTH_MAX).nullable(),
  },
  indexes: [
    { name: 'order_changes_order_id_index', properties: ['changesOrder'] },
    { name: 'order_placement_id_index', properties: ['placementId'] },
    {
      name: 'order_production_list_id_index',
      properties: ['productionListId', 'orgId', 'createdAt', 'id'],
    },
    { name: 'order_org_id_created_at_index', properties: ['orgId', 'createdAt', 'id'] },
    { name: 'order_org_id_updated_at_index', properties: ['orgId', 'updatedAt', 'id'] },
    {
      name: 'order_org_id_state_created_at_index',
      properties: ['orgId', 'state', 'createdAt', 'id'],
    },
    {
      name: 'order_org_id_state_updated_at_index',
      properties: ['orgId', 'state', 'updatedAt', 'id'],
    },
    { name: 'order_job_id_index', properties: ['jobId', 'orgId', 'createdAt', 'id'] },
    {
      name: 'order_search_index',
      expression: `create index order_search_index on "order" using gin (${orderWordsSql})`,
    },
    // These start with the foreign key, so they are its index too.
    {
      name: 'order_vendor_id_created_at_index',
      properties: ['vendor', 'orgId', 'createdAt', 'id'],
    },
    {
      name: 'order_vendor_id_updated_at_index',
      properties: ['vendor', 'orgId', 'updatedAt', 'id'],
    },
  ],
  checks: [
    { name: 'order_kind_check', expression: "kind in ('MATERIAL', 'LABOR')" },
    { name: 'order_state_check', expression: "state in ('placed', 'cancelled', 'replaced')" },
    {
      name: 'order_cancelled_check',
      expression: "state <> 'cancelled' or cancelled_at is not null",
    },
  ],
})

/** Items ordered from one vendor; all MATERIAL or all LABOR. */
export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order)

export const OrderListItemSchema = defineEntity({
  name: 'OrderListItem',
  tableName: 'order_list_item',
  filters: organizationFilter,
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    order: () => p.manyToOne(Order),
    listItemId: p.integer(),
    position: p.integer(),
    name: p.text(),
    quantity: p.decimal('number').precision(18).scale(5),
    quantityUnits: p.text(),
    sku: p.text().nullable(),
    unitCost: p.decimal('number').precision(18).scale(6),
    listItemGroupName: p.text().default(''),
    color: p.text().nullable(),
    notes: p.text().default(''),
    tradeType: p.text().default(''),
    pretaxCost: p.decimal('number').precision(16).scale(2).default(0),
    taxPercent: p.decimal('number').precision(7).scale(4).default(0),
    totalCost: p.decimal('number').precision(16).scale(2).default(0),
    /** Why the provider does not deliver this line; null when it does. */
    rejectedReason: p.text().nullable(),
    /** The line that a credit applies to. */
    credits: () => p.manyToOne(OrderListItem).nullable().deleteRule('no action'),
  },
  indexes: [{ name: 'order_list_item_credits_id_index', properties: ['credits'] }],
  uniques: [
    // It starts with the foreign key, so it is that key's index too.
    { name: 'order_list_item_position_unique', properties: ['order', 'position'] },
  ],
  checks: [
    { name: 'order_list_item_position_check', expression: 'position >= 1' },
    {
      name: 'order_list_item_credit_check',
      expression: '(quantity < 0) = (credits_id is not null)',
    },
  ],
})

/** A list item as it was when it was ordered. */
export class OrderListItem extends OrderListItemSchema.class {}
OrderListItemSchema.setClass(OrderListItem)
