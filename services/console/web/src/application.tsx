import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { LanguageProvider } from './i18n/language.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { createAppRouter } from './router.tsx'
import { SessionEnded } from './session/session-ended.tsx'
import { sessionQuery, SessionContext } from './session/session.ts'
import { Failure, Loading } from './ui/states.tsx'
import { ToastProvider } from './ui/toasts.tsx'

/** The whole application. */
export function Application(): ReactNode {
  const [hasEnded, setHasEnded] = useState(false)
  const [queries] = useState(() => createQueryClient(() => setHasEnded(true)))
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <ToastProvider>
          <SignedIn />
          {hasEnded && <SessionEnded />}
        </ToastProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
}

function SignedIn(): ReactNode {
  const queries = useQueryClient()
  const [router] = useState(() => createAppRouter(queries))
  const { data, error, refetch } = useQuery(sessionQuery)
  if (data === undefined)
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
  if (data.kind === 'signed-out') return <SignInPage people={data.signedOut.people} />
  return (
    <SessionContext value={data.session}>
      <RouterProvider router={router} />
    </SessionContext>
  )
}
