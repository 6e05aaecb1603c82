import { sealedColumn } from '@takeoff/kit/operator/rekey'
import { plainStatement } from '../statements.ts'
import { placeOfToken } from './vendor-connection.ts'

/** The column with texts that PROVIDERS_SECRET_KEY has sealed. */
export const sealedTokens = sealedColumn(plainStatement, 'vendor_connection.access_token_sealed', {
  id: 'vendor_id',
  owner: 'vendor_id',
  placeOf: ({ ownerId: vendorId, orgId }) => placeOfToken({ vendorId, orgId }),
})
