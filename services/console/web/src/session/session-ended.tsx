import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { signInAddress } from './session.ts'

/** Covers the page when the session ended: drafts are kept in this browser, and the page opens again after the sign-in. */
export function SessionEnded(): ReactNode {
  const messages = useMessages()
  return (
    <Dialog
      title={messages.signIn.ended}
      onClose={() => globalThis.location.reload()}
      actions={
        <a {...buttonLook('primary')} href={signInAddress()}>
          {messages.signIn.button}
        </a>
      }
    >
      <p>{messages.signIn.endedAdvice}</p>
    </Dialog>
  )
}
