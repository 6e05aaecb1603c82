import { REKEY_ROWS } from '@takeoff/kit/postgres/rekey'
import type { SealedColumn } from '@takeoff/kit/postgres/rekey'
import { int8 } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import { placeOfToken } from './vendor-connection.ts'

/** The column with texts that PROVIDERS_SECRET_KEY has sealed. */
export const sealedTokens: SealedColumn = {
  name: 'vendor_connection.access_token_sealed',
  next: statement((db, $: Params<{ readonly after: number; readonly current: string }>) =>
    db
      .selectFrom('vendorConnection')
      .where('vendorId', '>', $.after)
      .where('accessTokenSealed', 'not like', $.current)
      .orderBy('vendorId')
      .limit(REKEY_ROWS)
      .forUpdate()
      .skipLocked()
      .select(['vendorId as id', 'vendorId as ownerId', 'orgId', 'accessTokenSealed as sealed']),
  ),
  left: statement((db, $: Params<{ readonly current: string }>) =>
    db
      .selectFrom('vendorConnection')
      .where('accessTokenSealed', 'not like', $.current)
      .select((eb) => column('left', int8, eb.fn.countAll())),
  ),
  save: statement((db, $: Params<{ readonly id: number; readonly sealed: string }>) =>
    db
      .updateTable('vendorConnection')
      .where('vendorId', '=', $.id)
      .set({ accessTokenSealed: $.sealed }),
  ),
  placeOf: ({ ownerId: vendorId, orgId }) => placeOfToken({ vendorId, orgId }),
}
