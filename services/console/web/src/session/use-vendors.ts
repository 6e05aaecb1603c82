import { useEffect, useMemo } from 'react'
import { usePages } from '../api/use-document.ts'
import { VendorChoicesDocument } from '../generated/operations.ts'
import type { VendorChoicesQuery } from '../generated/operations.ts'
import { useOrganization } from './organization.ts'

export type Vendor = VendorChoicesQuery['vendors']['nodes'][number]

/** All vendors of the organization, for choices and names. They are not loaded for those who may not read vendors. */
export function useVendors(): {
  readonly data: readonly Vendor[] | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
} {
  const { orgId, can } = useOrganization()
  const enabled = can('vendors:read')
  const query = usePages(VendorChoicesDocument, { orgId }, ({ vendors }) => vendors, { enabled })
  const { data, error, refetch, fetchNextPage, isFetching } = query
  const isNextDue = query.hasNextPage && !isFetching && !query.isError
  useEffect(() => {
    if (isNextDue) void fetchNextPage()
  }, [isNextDue, fetchNextPage])
  const complete = query.hasNextPage ? undefined : data
  const vendors = useMemo(
    () => complete?.pages.flatMap(({ vendors: { nodes } }) => nodes),
    [complete],
  )
  return { data: vendors, error, refetch }
}
