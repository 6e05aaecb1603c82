import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useIfSame } from '../../api/use-if-same.ts'
import { OrderPreparationDocument } from '../../generated/operations.ts'
import type { OrderableListFragment } from '../../generated/operations.ts'
import { focusIncomplete } from '../../ui/field.tsx'
import { useAnnounce } from '../../ui/toasts.tsx'
import { EMPTY_DRAFT, hasBadTimes } from './order-draft.ts'
import type { OrderDraft } from './order-draft.ts'
import type { OrderPlan } from './order-plan.ts'
import { isUnitChanged, problemsOf } from './order-problems.ts'
import type { OrderProblem } from './order-problems.ts'
import { requestsOf } from './order-requests.ts'
import type { OrderRequest } from './order-requests.ts'
import type { useOrderDraft } from './use-order-draft.ts'
import { usePlaceOrders } from './use-place-orders.ts'

interface StoredOrders extends Pick<ReturnType<typeof useOrderDraft>, 'keys' | 'change'> {
  /**
   * Called with true when the server does not know what is left of an item, because it is ordered in another unit than the
   * list counts now: the chosen items are named then, and so ordered in full.
   */
  readonly setNamesItems: (names: boolean) => void
}

/** Checks a plan, asks for confirmation, and places its orders. */
export function useSteps(
  list: OrderableListFragment,
  {
    plan,
    draft,
    ...stored
  }: StoredOrders & {
    readonly plan: OrderPlan
    readonly draft: OrderDraft
  },
) {
  const { form, isChecked, check } = useProblemFocus()
  const [isConfirming, setIsConfirming] = useState(false)
  const { ifSame, ...reading } = useSameList(list)
  const goBack = (): void => setIsConfirming(false)
  const checkAgain = (): void => {
    goBack()
    check()
  }
  const { problems, setProblems, ...placing } = usePlacing(stored, checkAgain)
  const review = (): void => {
    if (isReady(plan, draft) && !focusIncomplete(form.current)) ifSame(() => setIsConfirming(true))
    else check()
  }
  const confirm = (): void => {
    // A vendor may have been archived while the dialog was open.
    if (isReady(plan, draft)) ifSame(() => placing.place(requestsOf(list.id, plan, draft)), goBack)
    else checkAgain()
  }
  const shown = { form, isChecked, isConfirming, problems, setProblems }
  return { ...shown, reading, placing, review, confirm, goBack }
}

const isReady = (plan: OrderPlan, { delivery }: OrderDraft): boolean =>
  plan.orders.length > 0 &&
  !plan.lacksVendor &&
  plan.withoutSku.length === 0 &&
  plan.ofArchived.length === 0 &&
  !plan.hasTooManyDocuments &&
  !hasBadTimes(delivery)

/** Places orders, and keeps what a refusal says about the fields. */
function usePlacing({ keys, change, setNamesItems }: StoredOrders, onEnd: () => void) {
  const announce = useAnnounce()
  const [problems, setProblems] = useState<readonly OrderProblem[]>([])
  const { place, ...rest } = usePlaceOrders({
    keys,
    onPlaced: ({ orders }: OrderRequest, warnings) => {
      for (const text of warnings) announce({ kind: 'warning', text })
      // What was ordered is proposed no more, also where it was chosen by hand.
      const ids = new Set(orders.flatMap(({ items }) => items.map(({ item }) => String(item.id))))
      change((before) => ({
        ...before,
        picks: Object.fromEntries(Object.entries(before.picks).filter(([id]) => !ids.has(id))),
      }))
    },
    onEnd: (error) => {
      setProblems(problemsOf(error))
      // The delivery and the numbers belonged to what was ordered.
      if (!error) change(({ keys: unknown = {} }) => ({ ...EMPTY_DRAFT, keys: unknown }))
      if (!error || isUnitChanged(error)) setNamesItems(isUnitChanged(error))
      onEnd()
    },
  })
  return { problems, setProblems, place, ...rest }
}

/**
 * Reads a list again before it is ordered. The API is sent only ids, and orders the quantities that the list has by
 * then: they must be those that the person has seen.
 */
const useSameList = (shown: OrderableListFragment) =>
  useIfSame(
    OrderPreparationDocument,
    { listId: shown.id },
    ({ projectManagementProductionListById: now }) => now !== null && isSame(now, shown),
  )

const isSame = (list: OrderableListFragment, shown: OrderableListFragment): boolean =>
  list.version === shown.version &&
  JSON.stringify(list.orderCoverage) === JSON.stringify(shown.orderCoverage)

interface ProblemFocus {
  readonly form: RefObject<HTMLDivElement | null>
  /** Whether problems are said. */
  readonly isChecked: boolean
  /** Says the problems from now on, and moves the focus to the first field that has one. */
  readonly check: () => void
}

/** Moves the focus to the first field with a problem, once the problem is shown. */
function useProblemFocus(): ProblemFocus {
  const form = useRef<HTMLDivElement>(null)
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    if (checks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checks])
  return { form, isChecked: checks > 0, check: () => setChecks((before) => before + 1) }
}
