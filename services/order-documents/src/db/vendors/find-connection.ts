import type { Sql } from '@takeoff/kit/postgres/database'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import type { ProviderConnection } from '../../domain/distribution/provider.ts'

/** An account with its access token: only for the call to the provider. */
export interface OpenedConnection {
  readonly providerIdentifier: string
  readonly connection: ProviderConnection
}

interface Row {
  readonly providerIdentifier: string
  readonly accountNumber: string
  readonly branch: string | null
  readonly accessTokenSealed: string
}

/**
 * The account that a vendor of these organizations is connected with now; undefined when it is not.
 * @throws Error when the token was sealed under another key
 */
export async function findConnection(
  sql: Sql,
  secretBox: SecretBox,
  orgIds: readonly number[],
  vendorId: number,
): Promise<OpenedConnection | undefined> {
  const [row] = await sql.query<Row>(
    `select provider_identifier as "providerIdentifier", account_number as "accountNumber", branch,
            access_token_sealed as "accessTokenSealed"
     from vendor_connection where vendor_id = $1 and org_id = any($2::int[])`,
    [vendorId, orgIds],
  )
  if (row === undefined) return undefined
  const { providerIdentifier, accountNumber, branch, accessTokenSealed } = row
  const accessToken = secretBox.open(accessTokenSealed)
  return { providerIdentifier, connection: { accountNumber, branch, accessToken } }
}
