import { sealedColumn } from '@takeoff/kit/operator/rekey'
import { plainStatement } from './statements.ts'
import { sealedPlace } from './webhook.ts'

/** @param owner the column with the id of the subscription */
function columnOf(name: Parameters<typeof sealedPlace>[0], owner: string) {
  return sealedColumn(plainStatement, name, {
    owner,
    placeOf: ({ ownerId: id, orgId }) => sealedPlace(name, { id, orgId }),
  })
}

/** All columns with texts that WEBHOOKS_SECRET_KEY has sealed. */
export const sealedColumns = [
  columnOf('webhook.sealed_headers', 'id'),
  columnOf('webhook.verification_code', 'id'),
  columnOf('webhook_secret.sealed', 'webhook_id'),
]
