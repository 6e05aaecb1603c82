import { useMessages } from '../i18n/language.tsx'
import { errorText } from '../ui/error-text.ts'
import { useAnnounce } from '../ui/toasts.tsx'
import { signOut } from './session.ts'

/** Signs out, here or everywhere, and says so when the person is still signed in. */
export function useSignOut(): (everywhere: boolean) => void {
  const messages = useMessages()
  const announce = useAnnounce()
  return (everywhere) =>
    void signOut(everywhere).catch((error: unknown) =>
      announce({
        kind: 'warning',
        text: messages.signIn.stillSignedIn(errorText(error, messages)),
      }),
    )
}
