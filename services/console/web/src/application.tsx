import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { LanguageProvider } from './i18n/language.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import type { createAppRouter } from './router.tsx'
import { sessionEnd } from './api/session-end.ts'
import { SessionEnded } from './session/session-ended.tsx'
import { sessionQuery, SessionContext } from './session/session.ts'
import { LazyCode } from './ui/lazy-code.ts'
import { Failure, Loading } from './ui/states.tsx'
import { ToastProvider } from './ui/toasts.tsx'

interface ApplicationProps {
  readonly queries: QueryClient
  readonly router: ReturnType<typeof createAppRouter>
}

const spanish = new LazyCode(async () => ({ default: (await import('./i18n/es.ts')).es }))
const loadSpanish = () => spanish.load()

/** The whole application. */
export function Application({ queries, router }: ApplicationProps): ReactNode {
  const hasEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.hasEnded)
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider loadSpanish={loadSpanish}>
        <ToastProvider>
          <SignedIn router={router} />
          {hasEnded && <SessionEnded />}
        </ToastProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
}

function SignedIn({ router }: Pick<ApplicationProps, 'router'>): ReactNode {
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
