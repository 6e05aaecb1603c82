import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog, useLoadWhenIdle } from '../../ui/lazy.tsx'
import { isUnderWay } from './order-progress.ts'
import type { FullOrder } from './order-figures.ts'

const ChangeOrder = lazyDialog(() => import('./change-order-dialog.tsx'))
const CancelOrder = lazyDialog(() => import('./cancel-order-dialog.tsx'))
const Reorder = lazyDialog(() => import('./reorder-dialog.tsx'))
const LAZY_DIALOGS = [ChangeOrder, CancelOrder, Reorder]

type Tool = 'change' | 'cancel' | 'reorder'

/** What can be done with an order. One that is in its vendor's system is changed there only. */
export function OrderActions({ order }: { readonly order: FullOrder }): ReactNode {
  const messages = useMessages()
  const { can } = useOrganization()
  const [tool, setTool] = useState<Tool>()
  useLoadWhenIdle(LAZY_DIALOGS)
  const close = (): void => setTool(undefined)
  const words = messages.orders
  const { state, distributionOrder } = order
  const isAtSupplier = isUnderWay(distributionOrder) || distributionOrder?.state === 'delivered'
  const isFree = can('orders:write') && !isAtSupplier
  const canOrder = isFree && can('lists:read') && can('prices:read') && order.changes === null
  return (
    <>
      {canOrder && state === 'placed' && (
        <Button onClick={() => setTool('change')}>{words.change.button}</Button>
      )}
      {canOrder && state !== 'replaced' && (
        <Button onClick={() => setTool('reorder')}>{words.page.reorder}</Button>
      )}
      {isFree && state === 'placed' && (
        <Button kind="danger" onClick={() => setTool('cancel')}>
          {words.page.cancel}
        </Button>
      )}
      <Button onClick={() => globalThis.print()}>{messages.actions.print}</Button>
      {tool === 'change' && <ChangeOrder order={order} onClose={close} />}
      {tool === 'cancel' && <CancelOrder id={order.id} onClose={close} />}
      {tool === 'reorder' && <Reorder id={order.id} onClose={close} />}
    </>
  )
}
