import type { UseQueryResult } from '@tanstack/react-query'
import { useDocument } from '../../api/use-document.ts'
import { OrderDocument } from '../../generated/operations.ts'
import type { OrderQuery } from '../../generated/operations.ts'
import { useOrganization } from '../../session/organization.ts'
import { pollMsOf } from './order-progress.ts'

/** Reads an order, and reads it again for as long as something of it changes by itself. */
export function useOrder(id: string): UseQueryResult<OrderQuery> {
  const { can } = useOrganization()
  const variables = { id, withList: can('lists:read') }
  return useDocument(OrderDocument, variables, {
    pollMs: (data) => pollMsOf(data?.projectManagementOrder),
  })
}
