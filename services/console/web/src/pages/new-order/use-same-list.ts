import { useMutation } from '@tanstack/react-query'
import { useReadNow } from '../../api/use-document.ts'
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
  const readNow = useReadNow(OrderPreparationDocument, { listId: shown.id })
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => {
      const { projectManagementProductionListById: now } = await readNow()
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
