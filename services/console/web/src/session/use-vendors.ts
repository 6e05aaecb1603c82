import { useEffect, useMemo } from 'react'
import { usePages } from '../api/use-document.ts'
import { VendorChoicesDocument } from '../generated/operations.ts'
import type { VendorChoicesQuery } from '../generated/operations.ts'
import { useMessages } from '../i18n/language.tsx'
import { useOrganization } from './organization.ts'

export type Vendor = VendorChoicesQuery['vendors']['nodes'][number]

/** Those that may be chosen: an archived one takes no new orders, and stays where it was chosen before. */
export const choicesOf = (vendors: readonly Vendor[], chosen?: number | null): readonly Vendor[] =>
  vendors.filter(({ id, archivedAt }) => archivedAt === null || id === chosen)

/**
 * All vendors of the organization, archived ones included and marked in their names, for names and choices. They are not
 * loaded for those who may not read vendors.
 */
export function useVendors(): {
  readonly data: readonly Vendor[] | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
} {
  const { orgId, can } = useOrganization()
  const { archivedName } = useMessages().catalog
  const enabled = can('vendors:read')
  const query = usePages(VendorChoicesDocument, { orgId }, ({ vendors }) => vendors, { enabled })
  const { data, error, refetch, fetchNextPage, isFetching } = query
  const isNextDue = query.hasNextPage && !isFetching && !query.isError
  useEffect(() => {
    if (isNextDue) void fetchNextPage()
  }, [isNextDue, fetchNextPage])
  const complete = query.hasNextPage ? undefined : data
  const vendors = useMemo(
    () =>
      complete?.pages
        .flatMap(({ vendors: { nodes } }) => nodes)
        .map((vendor) =>
          vendor.archivedAt === null
            ? vendor
            : { ...vendor, vendorName: archivedName(vendor.vendorName) },
        ),
    [complete, archivedName],
  )
  return { data: vendors, error, refetch }
}
