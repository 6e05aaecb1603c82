import { useState } from 'react'
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
import { useProblemFocus } from './use-problem-focus.ts'
import { useSameList } from './use-same-list.ts'

interface StoredOrders extends Pick<ReturnType<typeof useOrderDraft>, 'keys' | 'change'> {
  /**
   * Called with true when the server does not know what is left of an item, because it is ordered in another unit than the
   * list counts now: the chosen items are named then, and so ordered in full.
   */
  readonly setNamesItems: (names: boolean) => void
}

/** Checks a plan, asks for confirmation, and places its orders. */
export function useSteps(
  list: Parameters<typeof useSameList>[0],
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
