import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendOnce } from '../../api/send-once.ts'
import type { SentKeys } from '../../api/send-once.ts'
import { CHANGED_BY_ORDERS } from '../order/changed-by-orders.ts'
import type { OrderRequest } from './order-requests.ts'
import { sendOrders } from './send-orders.ts'
import type { PlacedOrder } from './send-orders.ts'

interface PlaceOrders {
  readonly place: (requests: readonly OrderRequest[]) => void
  readonly isPlacing: boolean
  readonly error: Error | null
  /** Whether a call may have placed orders although its response was lost. */
  readonly isUncertain: boolean
  /** What was placed since the page was opened. */
  readonly placed: readonly PlacedOrder[]
}

interface PlaceOptions {
  readonly keys: SentKeys
  readonly onPlaced: (request: OrderRequest, warnings: readonly string[]) => void
  readonly onEnd: (error: Error | null) => void
}

/**
 * Sends the calls that place orders, one after another; the first refusal ends it. A call whose response was lost is sent
 * with the same key when the person tries again, so that nothing is ordered twice.
 */
export function usePlaceOrders({ keys, onPlaced, onEnd }: PlaceOptions): PlaceOrders {
  const queries = useQueryClient()
  const [placed, setPlaced] = useState<readonly PlacedOrder[]>([])
  const [isUncertain, setIsUncertain] = useState(keys.size > 0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (requests: readonly OrderRequest[]) => {
      for (const request of requests) {
        const { orders, warnings } = await sendOnce(keys, contentOf(request), (key) =>
          sendOrders(request, key),
        )
        setPlaced((before) => [...before, ...orders])
        onPlaced(request, warnings)
      }
    },
    onSettled: async (_data, error) => {
      setIsUncertain(keys.size > 0)
      onEnd(error)
      await Promise.all(
        CHANGED_BY_ORDERS.map((name) => queries.invalidateQueries({ queryKey: [name] })),
      )
    },
  })
  return { place: mutate, isPlacing: isPending, error, isUncertain, placed }
}

/** Without names the API orders what is left of every item, so the same variables may order something else later. */
function contentOf({ variables, orders }: OrderRequest): unknown {
  const isNamed = variables.listItemIds !== undefined
  const amounts = orders.flatMap(({ items }) =>
    items.map(({ item, left }) => [item.id, isNamed ? item.quantity : left]),
  )
  return [variables, amounts]
}
