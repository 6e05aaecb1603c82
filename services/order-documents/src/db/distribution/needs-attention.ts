import { sql as raw } from 'kysely'
import { rawStatusesOf } from '../../domain/distribution/provider-status.ts'

/** The condition of the index of the orders that may need attention, word for word. */
const MAY_NEED_ATTENTION = raw<boolean>`d.state in ('draft', 'submitted', 'acknowledged', 'failed')`

/**
 * A later order for the same list has one of its items, so a person has taken care of it. A credit orders nothing, and
 * neither does a line that the vendor refused.
 */
const IS_ORDERED_AGAIN = raw<boolean>`exists (
  select from "order" later
  join order_list_item again on again.order_id = later.id and again.org_id = d.org_id
  join order_list_item mine on mine.order_id = o.id and mine.org_id = d.org_id
    and mine.list_item_id = again.list_item_id
  where later.production_list_id = o.production_list_id and later.org_id = d.org_id
    and again.quantity > 0 and again.rejected_reason is null
    and later.created_at > o.created_at and later.state <> 'cancelled')`

const IS_IN_REVIEW = raw<boolean>`regexp_replace(lower(d.raw_status), '[\\s_-]+', '', 'g')
  in (${raw.join(rawStatusesOf('needs_review').map((status) => raw.lit(status)))})`

/** A distribution order `d` of an order `o` needs a person. */
export const NEEDS_ATTENTION = raw<boolean>`${MAY_NEED_ATTENTION}
  and d.created_at >= now() - interval '90 days'
  and case d.state
    when 'failed' then not ${IS_ORDERED_AGAIN}
    when 'draft' then d.created_at < now() - interval '5 minutes'
    else d.failure is not null or d.next_attempt_at is null
      or d.cancel_requested_at < now() - interval '5 minutes' or ${IS_IN_REVIEW}
  end`
