import type { ReactNode } from 'react'
import type { OrderHeadFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { shownStateOf } from './shown-state.ts'

const TONES: Readonly<Record<string, Tone>> = {
  placed: 'accent',
  draft: 'neutral',
  submitted: 'accent',
  acknowledged: 'accent',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  replaced: 'neutral',
}

/** How far an order is. */
export function OrderState({
  order,
}: {
  readonly order: Pick<OrderHeadFragment, 'state' | 'distributionOrder'>
}): ReactNode {
  const messages = useMessages()
  const state = shownStateOf(order)
  return <Badge tone={TONES[state] ?? 'neutral'}>{messages.orders.states[state] ?? state}</Badge>
}
