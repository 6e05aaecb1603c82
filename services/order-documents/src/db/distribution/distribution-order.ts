import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import type { DistributionOrderState } from '../../domain/distribution/distribution-order.ts'
import { Order } from '../orders/order.ts'
import { Vendor } from '../vendors/vendor.ts'

export const DistributionOrderSchema = defineEntity({
  name: 'DistributionOrder',
  tableName: 'distribution_order',
  filters: organizationFilter,
  properties: {
    /** Also the id under which it is looked up at the provider. */
    id: p.uuid().primary(),
    orgId: p.integer(),
    order: () => p.oneToOne(Order).unique('distribution_order_order_id_unique'),
    vendor: () => p.manyToOne(Vendor),
    providerIdentifier: p.text(),
    /** Account of the last attempt: only its records show whether the order arrived. */
    accountNumber: p.text().nullable(),
    state: p.string().length(12).$type<DistributionOrderState>(),
    /** Number of states so far: the sequence of the order's events. */
    stateSequence: p.integer(),
    rawStatus: p.text().nullable(),
    confirmationNumber: p.text().nullable(),
    failure: p.text().nullable(),
    attempts: p.integer().default(0),
    /** Set before an attempt, null when its outcome is known. */
    submitAttemptedAt: p.datetime(3).nullable(),
    submittedAt: p.datetime(3).nullable(),
    cancelRequestedAt: p.datetime(3).nullable(),
    /** When it is due again, or the end of the lease while `leasedAt` is set. */
    nextAttemptAt: p.datetime(3).nullable(),
    leasedAt: p.datetime(3).nullable(),
    /** Incremented with every lease, so that the outcome of an older lease is not written. */
    fence: p.integer().default(0),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [
    { name: 'distribution_order_created_at_index', properties: ['orgId', 'createdAt', 'id'] },
    { name: 'distribution_order_updated_at_index', properties: ['orgId', 'updatedAt', 'id'] },
    {
      name: 'distribution_order_state_index',
      properties: ['orgId', 'state', 'createdAt', 'id'],
    },
    { name: 'distribution_order_vendor_id_index', properties: ['vendor', 'createdAt', 'id'] },
    {
      name: 'distribution_order_attention_index',
      expression: `create index "distribution_order_attention_index" on "distribution_order" ("org_id", "created_at", "id") where state in ('draft', 'submitted', 'acknowledged', 'failed')`,
    },
    {
      name: 'distribution_order_due_index',
      expression: `create index "distribution_order_due_index" on "distribution_order" ("provider_identifier", "next_attempt_at") where next_attempt_at is not null`,
    },
  ],
  checks: [
    {
      name: 'distribution_order_state_check',
      expression:
        "state in ('draft', 'submitted', 'acknowledged', 'delivered', 'failed', 'cancelled')",
    },
    {
      name: 'distribution_order_draft_check',
      expression: "state <> 'draft' or next_attempt_at is not null",
    },
    {
      name: 'distribution_order_final_check',
      expression: "next_attempt_at is null or state in ('draft', 'submitted', 'acknowledged')",
    },
    {
      name: 'distribution_order_attempt_check',
      expression:
        "submit_attempted_at is null or (state = 'draft' and attempts > 0 and account_number is not null)",
    },
  ],
})

/** An order for a supplier's system, with its last known state there. */
export class DistributionOrder extends DistributionOrderSchema.class {}
DistributionOrderSchema.setClass(DistributionOrder)
