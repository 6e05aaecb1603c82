import { REKEY_ROWS } from '@takeoff/kit/postgres/rekey'
import type { SealedColumn } from '@takeoff/kit/postgres/rekey'
import { int8, text } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from './statements.ts'
import { sealedPlace } from './webhook.ts'

type Next = Params<{ readonly after: number; readonly current: string }>
type Left = Params<{ readonly current: string }>
type Save = Params<{ readonly id: number; readonly sealed: string }>

function columnOf(sealed: 'sealedHeaders' | 'verificationCode') {
  return {
    next: statement((db, $: Next) =>
      db
        .selectFrom('webhook')
        .where('id', '>', $.after)
        .where(sealed, 'not like', $.current)
        .orderBy('id')
        .limit(REKEY_ROWS)
        .forUpdate()
        .skipLocked()
        .select((eb) => ['id', 'id as ownerId', 'orgId', column('sealed', text, eb.ref(sealed))]),
    ),
    left: statement((db, $: Left) =>
      db
        .selectFrom('webhook')
        .where(sealed, 'not like', $.current)
        .select((eb) => column('left', int8, eb.fn.countAll())),
    ),
    save: statement((db, $: Save) =>
      db
        .updateTable('webhook')
        .where('id', '=', $.id)
        .set({ [sealed]: $.sealed }),
    ),
  }
}

/** All columns with texts that WEBHOOKS_SECRET_KEY has sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'webhook.sealed_headers',
    ...columnOf('sealedHeaders'),
    placeOf: ({ ownerId: webhookId, orgId }) =>
      sealedPlace('webhook.sealed_headers', { webhookId, orgId }),
  },
  {
    name: 'webhook.verification_code',
    ...columnOf('verificationCode'),
    placeOf: ({ ownerId: webhookId, orgId }) =>
      sealedPlace('webhook.verification_code', { webhookId, orgId }),
  },
  {
    name: 'webhook_secret.sealed',
    next: statement((db, $: Next) =>
      db
        .selectFrom('webhookSecret')
        .where('id', '>', $.after)
        .where('sealed', 'not like', $.current)
        .orderBy('id')
        .limit(REKEY_ROWS)
        .forUpdate()
        .skipLocked()
        .select(['id', 'webhookId as ownerId', 'orgId', 'sealed']),
    ),
    left: statement((db, $: Left) =>
      db
        .selectFrom('webhookSecret')
        .where('sealed', 'not like', $.current)
        .select((eb) => column('left', int8, eb.fn.countAll())),
    ),
    save: statement((db, $: Save) =>
      db.updateTable('webhookSecret').where('id', '=', $.id).set({ sealed: $.sealed }),
    ),
    placeOf: ({ ownerId: webhookId, orgId }) =>
      sealedPlace('webhook_secret.sealed', { webhookId, orgId }),
  },
]
