import { runOrganization } from '@takeoff/kit/organization/run-organization'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { readVariables } from '@takeoff/kit/service/config'
import { retentionVariables, secretKeyVariables } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { sealedColumns } from './db/sealed-columns.ts'
import { retentionOf } from './maintenance/months.ts'

/**
 * Of an aggregate that is older than the kept events, only the events from its oldest one on must be there. Events with the
 * number 0 do not count: `webhookTest` made them, and no service published them. An order may have no event although it was
 * changed lately, because a new rendering changes it without one.
 */
const SELECT_LACKING = `
  select s.type, s.id, e.n = 0 and not s."isWhole" and s.type = 'order' as "mayHaveNone"
  from jsonb_to_recordset($1::jsonb) as s (type text, id text, sequence int, "isWhole" boolean)
  cross join lateral (
    select count(distinct e.sequence) as n, min(e.sequence) as oldest, max(e.sequence) as newest
    from domain_event e
    where e.aggregate_id = s.id and e.aggregate_type = s.type and e.org_id = $2
      and e.sequence between 1 and s.sequence
  ) e
  where e.newest is distinct from s.sequence
    or e.n <> s.sequence + 1 - case when s."isWhole" then 1 else e.oldest end
  order by s.type, length(s.id), s.id`

await runOrganization(() => {
  const config = readVariables({
    ...databaseVariables,
    ...retentionVariables,
    ...secretKeyVariables,
  })
  const { eventsSince } = retentionOf(new Date(), config.retentionDays)
  return {
    ...config,
    service: 'webhooks',
    entities,
    migrations,
    // The processes end a lease that has expired: until then its result may still be written.
    underWay: { delivery: 'worker is not null' },
    events: {
      of: ['production-lists', 'order-documents'],
      since: eventsSince,
      selectLacking: SELECT_LACKING,
    },
    sealed: { box: createSecretBox(config.secretKeys), columns: sealedColumns },
  }
})
