import { VERIFICATION_EVENT } from '../../messages/webhook-events.ts'

/**
 * SQL: whether delivery `d` may still be sent to webhook `w`, which may be none: events once it is verified, its
 * handshake until then.
 */
export const IS_AWAITED = `(w.id is not null and w.disabled_at is null
  and (w.verified_at is null) = (d.event = '${VERIFICATION_EVENT}'))`

/** SQL: whether delivery `d` waits; else an attempt is under way. */
export const IS_WAITING = '(d.worker is null or d.due_at <= now())'

/** SQL: how a delivery ends that is awaited no more. Failed events stay listed and can be replayed. */
export const UNDELIVERABLE_STATE = `case when event = '${VERIFICATION_EVENT}' then 'cancelled' else 'failed' end`

/** SQL: keeps what was deleted from `delivery`, under a state. */
export const storeFinished = (state: string, rows: string): string => `
insert into finished_delivery
  (webhook_id, event, id, org_id, domain_event_id, state, created_at, finished_at, log, fence)
select webhook_id, event, id, org_id, domain_event_id, ${state}, created_at, now(), log, fence
from ${rows}`
