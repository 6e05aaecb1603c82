import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { signOut, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

/** Leads to the first organization of the person. */
export function HomePage(): ReactNode {
  const messages = useMessages()
  const { organizations } = useSession()
  const [first] = organizations
  if (first) return <Navigate to="/o/$orgId/jobs" params={{ orgId: String(first.id) }} replace />
  return (
    <Empty
      title={messages.signIn.noOrganization}
      action={<Button onClick={() => void signOut(false)}>{messages.nav.signOut}</Button>}
    >
      {messages.signIn.noOrganizationAdvice}
    </Empty>
  )
}
