import { ConcurrentIndex } from '@takeoff/kit/postgres/concurrent-index'

/** The distribution orders that may need attention: few beside those that were delivered. */
export class DistributionOrdersByAttention extends ConcurrentIndex {
  protected override readonly index = 'distribution_order_attention_index'
  protected override readonly definition =
    "on distribution_order (org_id, created_at, id) where state in ('draft', 'submitted', 'acknowledged', 'failed')"
}
