import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'
import { reachServer } from './reach-server.ts'
import { Empty } from './states.tsx'

/** In the place of a page whose code failed. */
export function Crashed(): ReactNode {
  const messages = useMessages()
  const { error, reload } = useReload()
  return (
    <Empty
      title={messages.states.crashed}
      action={
        <>
          <Problem error={error} />
          <Button onClick={reload}>{messages.states.reload}</Button>
        </>
      }
    >
      {messages.states.crashedAdvice}
    </Empty>
  )
}

/** In the place of a dialog whose code failed. */
export function CrashedDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages()
  const { error, reload } = useReload()
  return (
    <Dialog
      title={messages.states.crashedDialog}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.actions.close}</Button>
          <Button onClick={reload}>{messages.states.reload}</Button>
        </>
      }
    >
      <p>{messages.states.crashedAdvice}</p>
      <Problem error={error} />
    </Dialog>
  )
}

function useReload() {
  const [error, setError] = useState<unknown>()
  // Without a response the page would be lost.
  const reload = (): void => void reachServer().then(() => globalThis.location.reload(), setError)
  return { error, reload }
}
