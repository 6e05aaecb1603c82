import { useIfSame } from '../../api/use-if-same.ts'
import { OrderPreparationDocument } from '../../generated/operations.ts'
import type { OrderPreparationQuery } from '../../generated/operations.ts'

type List = NonNullable<OrderPreparationQuery['projectManagementProductionListById']>

/**
 * Reads a list again before it is ordered. The API is sent only ids, and orders the quantities that the list has by
 * then: they must be those that the person has seen.
 */
export const useSameList = (shown: List) =>
  useIfSame(
    OrderPreparationDocument,
    { listId: shown.id },
    ({ projectManagementProductionListById: now }) => now !== null && isSame(now, shown),
  )

const isSame = (list: List, shown: List): boolean =>
  list.version === shown.version &&
  JSON.stringify(list.orderCoverage) === JSON.stringify(shown.orderCoverage)
