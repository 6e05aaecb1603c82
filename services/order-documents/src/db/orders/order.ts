import { defineEntity, p } from '@mikro-orm/core'
import {
  EXTERNAL_IDENTIFIER_LENGTH_MAX,
  PURCHASE_ORDER_NUMBER_LENGTH_MAX,
} from '../../domain/orders/reference-text.ts'
import { Vendor } from '../vendors/vendor.ts'

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'order',
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    productionListId: p.integer(),
    jobId: p.integer(),
    vendor: () => p.manyToOne(Vendor),
    userId: p.integer(),
    kind: p.string().length(8).$type<'MATERIAL' | 'LABOR'>(),
    purchaseOrderNumber: p.string().length(PURCHASE_ORDER_NUMBER_LENGTH_MAX).nullable(),
    externalIdentifier: p.string().length(EXTERNAL_IDENTIFIER_LENGTH_MAX).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [
    { name: 'order_production_list_id_index', properties: ['productionListId', 'createdAt', 'id'] },
    { name: 'order_vendor_id_index', properties: ['vendor'] },
  ],
  checks: [{ name: 'order_kind_check', expression: "kind in ('MATERIAL', 'LABOR')" }],
})

/** Items ordered from one vendor; all MATERIAL or all LABOR. */
export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order)

const OrderListItemSchema = defineEntity({
  name: 'OrderListItem',
  tableName: 'order_list_item',
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    order: () => p.manyToOne(Order),
    listItemId: p.integer(),
    position: p.integer(),
    name: p.text(),
    quantity: p.decimal('string').precision(18).scale(5),
    quantityUnits: p.text(),
    sku: p.text().nullable(),
    unitCost: p.decimal('string').precision(18).scale(6),
  },
  uniques: [
    // Leads with the foreign key, so it serves as that key's index too.
    { name: 'order_list_item_position_unique', properties: ['order', 'position'] },
    { name: 'order_list_item_list_item_unique', properties: ['order', 'listItemId'] },
  ],
  checks: [
    { name: 'order_list_item_position_check', expression: 'position >= 1' },
    { name: 'order_list_item_quantity_check', expression: 'quantity >= 0' },
  ],
})

/** A list item as it stood when it was ordered. */
export class OrderListItem extends OrderListItemSchema.class {}
OrderListItemSchema.setClass(OrderListItem)
