import { VENDOR_CHANGES_PATH } from '@takeoff/contracts/vendor-changes'
import type { VendorChanges } from '@takeoff/contracts/vendor-changes'
import type { ChangePlace } from '@takeoff/kit/graphql/cursor'
import type { Database } from '@takeoff/kit/postgres/database'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import type { FastifyInstance } from 'fastify'
import { findVendorChanges, toCopiedVendor } from '../db/vendors/vendor-changes.ts'

const PAGE_SIZE = 1_000

interface Query {
  readonly since?: string | string[]
  readonly after?: string | string[]
}

/**
 * `GET /vendor-changes?since=TIME`: the vendors of all organizations that were changed at that time or later, a page at a
 * time. For services: it needs their token and no user's, and the gateway does not forward it.
 */
export function addVendorChangesRoute(
  app: FastifyInstance,
  { database }: { readonly database: Database },
): void {
  app.route<{ Querystring: Query }>({
    method: 'GET',
    url: VENDOR_CHANGES_PATH,
    exposeHeadRoute: false,
    async handler({ query }): Promise<VendorChanges> {
      const rows = await findVendorChanges(database, placeOf(query), PAGE_SIZE)
      const vendors = rows.map(toCopiedVendor)
      const last = vendors.at(-1)
      const isLast = last === undefined || vendors.length < PAGE_SIZE
      return { vendors, next: isLast ? null : `since=${last.updatedAt}&after=${last.id}` }
    },
  })
}

/** @throws BadUserInputError */
function placeOf({ since = new Date(0).toISOString(), after = '0' }: Query): ChangePlace {
  const updatedAt = typeof since === 'string' ? new Date(since) : new Date(NaN)
  if (Number.isNaN(updatedAt.getTime()))
    throw new BadUserInputError('since must be a time, such as 2026-03-14T15:09:26.535Z.', 'since')
  const id = after === '0' ? 0 : typeof after === 'string' ? parseIntegerId(after) : undefined
  if (id === undefined) throw new BadUserInputError('after must be the id of a vendor.', 'after')
  return { updatedAt, id }
}
