import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { homeOrganization } from '../session/home-organization.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { readSetting } from '../settings.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

/** Leads to an organization of the person. */
export function HomePage(): ReactNode {
  const messages = useMessages()
  const { organizations } = useSession()
  const leave = useSignOut()
  const orgId = homeOrganization(organizations, readSetting('organization'))
  if (orgId !== undefined)
    return <Navigate to="/o/$orgId/jobs" params={{ orgId: String(orgId) }} replace />
  return (
    <Empty
      title={messages.signIn.noOrganization}
      action={<Button onClick={() => leave(false)}>{messages.nav.signOut}</Button>}
    >
      {messages.signIn.noOrganizationAdvice}
    </Empty>
  )
}
