import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../../api/use-document.ts'
import { OrderPreparationDocument } from '../../generated/operations.ts'
import type { OrderPreparationQuery } from '../../generated/operations.ts'

type List = NonNullable<OrderPreparationQuery['projectManagementProductionListById']>

interface SameList {
  /**
   * Goes on when the list and its orders are still those that are shown; else the page shows what they are now, or why
   * they could not be read.
   */
  readonly ifSame: (onSame: () => void, onOther?: () => void) => void
  readonly isReading: boolean
  readonly hasChanged: boolean
  readonly error: Error | null
}

/**
 * Reads a list again before it is ordered. The API is sent only ids, and orders the quantities that the list has by
 * then: they must be those that the person has seen.
 */
export function useSameList(shown: List): SameList {
  const queries = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => {
      const query = queryOf(OrderPreparationDocument, { listId: shown.id })
      // The person waits for it. A read that pauses while the browser is offline would order much later, unasked.
      await queries.cancelQueries({ queryKey: query.queryKey })
      const { projectManagementProductionListById: now } = await queries.fetchQuery({
        ...query,
        networkMode: 'always',
        staleTime: 0,
      })
      return now !== null && isSame(now, shown)
    },
  })
  return {
    ifSame: (onSame, onOther) =>
      mutate(undefined, {
        onSuccess: (isTheSame) => (isTheSame ? onSame() : onOther?.()),
        onError: () => onOther?.(),
      }),
    isReading: isPending,
    hasChanged: data === false,
    error,
  }
}

const isSame = (list: List, shown: List): boolean =>
  list.version === shown.version &&
  JSON.stringify(list.orderCoverage) === JSON.stringify(shown.orderCoverage)
