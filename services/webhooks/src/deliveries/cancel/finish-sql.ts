import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { VERIFICATION_EVENT } from '../../messages/webhook-events.ts'

const HANDSHAKE = raw.lit(VERIFICATION_EVENT)

/**
 * SQL: whether delivery `d` may still be sent to webhook `w`, which may be null: events once it is verified, its
 * handshake until then.
 */
export const IS_AWAITED = raw<boolean>`(w.id is not null and w.disabled_at is null
  and (w.verified_at is null) = (d.event = ${HANDSHAKE}))`

/** SQL: whether delivery `d` is waiting; otherwise an attempt is under way. */
export const IS_WAITING = raw<boolean>`(d.worker is null or d.due_at <= now())`

/** SQL: final state of an undeliverable delivery. Failed events stay listed and can be replayed. */
export const UNDELIVERABLE_STATE = raw`case when event = ${HANDSHAKE} then 'cancelled' else 'failed' end`

/** SQL: stores rows deleted from `delivery` as finished, with a state. */
export const storeFinished = (
  state: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> => raw`
insert into finished_delivery
  (webhook_id, event, id, org_id, domain_event_id, state, created_at, finished_at, log, fence)
select webhook_id, event, id, org_id, domain_event_id, ${state}, created_at, now(), log, fence
from ${rows}`
