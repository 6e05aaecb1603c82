import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import type { ProviderConnection } from '../../domain/distribution/provider.ts'
import { statement } from '../statements.ts'
import { placeOfToken } from './vendor-connection.ts'

/** An account with its access token: only for the call to the provider. */
export interface OpenedConnection {
  readonly providerIdentifier: string
  readonly connection: ProviderConnection
}

type Wanted = Params<{ readonly vendorId: number; readonly orgId: number }>

const selectConnection = statement((db, $: Wanted) =>
  db
    .selectFrom('vendorConnection')
    .where('vendorId', '=', $.vendorId)
    .where('orgId', '=', $.orgId)
    .select(['providerIdentifier', 'accountNumber', 'branch', 'accessTokenSealed']),
)

/**
 * The account that a vendor of this organization is connected with now; undefined when it is not.
 * @throws Error when the token was sealed under an unknown key, or for another vendor
 */
export async function findConnection(
  sql: Sql,
  secretBox: SecretBox,
  orgId: number,
  vendorId: number,
): Promise<OpenedConnection | undefined> {
  const row = await sql.row(selectConnection, { vendorId, orgId })
  if (row === undefined) return undefined
  const { providerIdentifier, accountNumber, branch, accessTokenSealed } = row
  const accessToken = secretBox.open(accessTokenSealed, placeOfToken({ vendorId, orgId }))
  return { providerIdentifier, connection: { accountNumber, branch, accessToken } }
}
