import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Problem } from './problem.tsx'
import { reachServer } from './reach-server.ts'
import { Empty } from './states.tsx'

/** In the place of a page whose code failed. */
export function Crashed(): ReactNode {
  const messages = useMessages()
  const [error, setError] = useState<unknown>()
  // Without a response the page would be lost.
  const reload = (): Promise<void> =>
    reachServer().then(() => globalThis.location.reload(), setError)
  return (
    <Empty
      title={messages.states.crashed}
      action={
        <>
          <Problem error={error} />
          <Button onClick={() => void reload()}>{messages.states.reload}</Button>
        </>
      }
    >
      {messages.states.crashedAdvice}
    </Empty>
  )
}
