import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isOutcomeUnknown } from '../../api/is-outcome-unknown.ts'
import { isSent } from '../../api/send-once.ts'
import { useChange } from '../../api/use-document.ts'
import { useIfSame } from '../../api/use-if-same.ts'
import { OrderChangeDocument, OrderDocument } from '../../generated/operations.ts'
import type { OrderChangeMutation } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { standingOf } from './change-draft.ts'
import { readChange, stepOf } from './change-input.ts'
import { CHANGED_BY_ORDERS } from './changed-by-orders.ts'
import { standingLines } from './order-figures.ts'
import type { FullOrder } from './order-figures.ts'
import type { ChangeDraftState } from './use-change-draft.ts'

/**
 * Checks the change of an order, and places it. The order is read again before: a change whose response was lost may have
 * changed it, and then another one would be ordered in addition. The same one is sent with the same key, and gets its response.
 */
export function usePlaceChange(order: FullOrder, state: ChangeDraftState, onClose: () => void) {
  const { draft, keys, moveTo } = state
  const { can } = useOrganization()
  const queries = useQueryClient()
  const [isChecked, setIsChecked] = useState(false)
  const standing = standingLines(order)
  const change = readChange(draft.additions, draft.credits, standing)
  const { additions, credits } = change
  const variables = { id: order.id, additions, credits }
  const isRepeated = isSent(keys, variables)
  const step = stepOf(change, { isRepeated, hasMoved: draft.standing !== standingOf(order) })
  const { ifSame, ...reading } = useIfSame(
    OrderDocument,
    { id: order.id, withList: can('lists:read') },
    ({ projectManagementOrder: now }) =>
      isRepeated || (now !== null && standingOf(now) === draft.standing),
  )
  const { send, ...sending } = useSendChange(state, onClose)
  const submit = (): void => {
    setIsChecked(true)
    if (step === 'type' || step === 'correct') return
    ifSame(
      () => {
        if (step === 'place') send(variables)
      },
      (now) => {
        readAgain(queries)
        if (now?.projectManagementOrder) moveTo(now.projectManagementOrder)
      },
    )
  }
  return {
    change,
    standing,
    isRepeated,
    submit,
    isPending: reading.isReading || sending.isPending,
    isNothing: isChecked && step === 'type',
    hasChanged: reading.hasChanged,
    error: reading.error ?? sending.error,
  }
}

function readAgain(queries: QueryClient): void {
  for (const name of CHANGED_BY_ORDERS) void queries.invalidateQueries({ queryKey: [name] })
}

interface Placed {
  readonly data: OrderChangeMutation
}

/** Sends the change, and opens the change order. */
function useSendChange({ keys, forget }: ChangeDraftState, onClose: () => void) {
  const messages = useMessages()
  const announceDone = useAnnounceDone()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { orgId } = useOrganization()
  const { mutateAsync, isPending, error } = useChange(OrderChangeDocument, CHANGED_BY_ORDERS, {
    waits: false,
    keys,
  })
  // Not where the person has left the page meanwhile.
  const onSuccess = ({ data }: Placed): void => {
    onClose()
    const orderId = data.projectManagementOrderChange?.orderDocument?.order?.id
    if (orderId === undefined) return
    void navigate({
      to: '/o/$orgId/orders/$orderId',
      params: { orgId: String(orgId), orderId },
    })
  }
  // The page shows whether the change was placed, and what is left to order.
  const onError = (failure: Error): void => {
    if (isOutcomeUnknown(failure)) readAgain(queries)
  }
  const placeAndAnnounce = async (variables: Parameters<typeof mutateAsync>[0]): Promise<void> => {
    const { warnings } = await mutateAsync(variables, { onSuccess, onError })
    forget()
    announceDone(messages.orders.change.placed, warnings)
  }
  return {
    send: (variables: Parameters<typeof mutateAsync>[0]): void => {
      // The dialog shows what goes wrong.
      placeAndAnnounce(variables).catch(() => undefined)
    },
    isPending,
    error,
  }
}
