import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { timeOfChange } from '@takeoff/kit/values/time-of-change'
import { violationsError } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { placeOfToken, VendorConnection } from '../db/vendors/vendor-connection.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { checkConnection } from '../domain/vendors/connection-request.ts'
import type { ConnectionRequest } from '../domain/vendors/connection-request.ts'
import { findKnownProvider, knownProviders } from '../providers/known-providers.ts'
import type { KnownProvider } from '../domain/distribution/provider.ts'
import { requireLockedVendor, requireVendor } from './require-vendor.ts'

/** The sealed token differs at each connection, and stands for the token. */
const SECRET = ['accessTokenSealed'] as const

export interface VendorConnectRequest {
  readonly id: number
  readonly connection: ConnectionRequest
}

/**
 * Connects a vendor with an account at a provider, in place of the connection that it has. The access token
 * is sealed before it reaches the database and is in no response.
 * @throws NotFoundError for a vendor outside the caller's organizations
 * @throws BadUserInputError with all violations of the connection
 */
export async function connectVendor(
  context: Context,
  { id, connection }: VendorConnectRequest,
): Promise<VendorRecord> {
  const { database, secretBox, now } = context
  const provider = requireProvider(context, connection.providerIdentifier)
  const { values, violations } = checkConnection(connection, provider)
  if (violations.length > 0) throw violationsError(violations)

  const { accountNumber, branch, accessToken } = values
  await database.transaction(async (sql) => {
    const vendor = await requireLockedVendor(sql, context, id)
    const connectedAt = now()
    const place = placeOfToken({ vendorId: id, orgId: vendor.orgId })
    vendor.providerIdentifier = provider.identifier
    vendor.providerName = provider.name
    vendor.updatedAt = timeOfChange(vendor, context.now())
    const { orgId } = vendor
    const entities = sql.entitiesOf([orgId])
    const before = await entities.findOne(
      VendorConnection,
      { vendor },
      { disableIdentityMap: true },
    )
    const after = {
      providerIdentifier: provider.identifier,
      accountNumber,
      branch,
      accessTokenSealed: secretBox.seal(accessToken, place),
    }
    await entities.upsert(VendorConnection, { vendor, orgId, ...after, connectedAt })
    await insertAudit(sql, context, {
      orgId,
      operation: 'vendorConnect',
      target: { type: 'vendor', id },
      changes: changesOf(before ?? undefined, after, SECRET),
    })
  })
  return requireVendor(context, id)
}

/**
 * Removes a vendor's connection. Submitted orders are unaffected; orders that wait to be sent will not be sent.
 * @throws NotFoundError for a vendor outside the caller's organizations
 */
export async function disconnectVendor(context: Context, id: number): Promise<VendorRecord> {
  await context.database.transaction(async (sql) => {
    const vendor = await requireLockedVendor(sql, context, id)
    const { orgId, providerIdentifier } = vendor
    const deleted = await sql.entitiesOf([orgId]).nativeDelete(VendorConnection, { vendor })
    if (deleted === 0) return
    vendor.providerIdentifier = null
    vendor.providerName = null
    vendor.updatedAt = timeOfChange(vendor, context.now())
    await insertAudit(sql, context, {
      orgId,
      operation: 'vendorDisconnect',
      target: { type: 'vendor', id },
      changes: changesOf({ providerIdentifier }, { providerIdentifier: null }),
    })
  })
  return requireVendor(context, id)
}

/** @throws BadUserInputError for a provider that is unknown, or that this installation cannot reach */
function requireProvider({ providers }: Context, given: string): KnownProvider {
  const identifier = given.trim()
  const provider = providers.providerOf(identifier)
  if (provider !== undefined) return provider
  const argument = 'connection.providerIdentifier'
  const known = findKnownProvider(identifier)
  if (known !== undefined) {
    throw new BadUserInputError(
      `${known.name} is not set up in this installation. Choose one of orderProviders that isConfigured.`,
      argument,
    )
  }
  throw new BadUserInputError(
    `connection.providerIdentifier must be one of ${knownProviders.map((other) => other.identifier).join(', ')}.`,
    argument,
  )
}
