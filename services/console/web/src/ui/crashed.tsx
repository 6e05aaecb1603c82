import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Empty } from './states.tsx'

/** In the place of a page whose code failed. */
export function Crashed(): ReactNode {
  const messages = useMessages()
  return (
    <Empty
      title={messages.states.crashed}
      action={
        <Button onClick={() => globalThis.location.reload()}>{messages.states.reload}</Button>
      }
    >
      {messages.states.crashedAdvice}
    </Empty>
  )
}
