import { useParams } from '@tanstack/react-router'
import { useSession } from './session.ts'

/** The organization of the page, and what the person may do in it. */
export interface CurrentOrganization {
  readonly orgId: number
  readonly can: (scope: string) => boolean
}

/** The organization that the address names. */
export function useOrganization(): CurrentOrganization {
  const { orgId: text } = useParams({ strict: false })
  const { organizations } = useSession()
  const orgId = Number(text)
  const scopes = organizations.find(({ id }) => id === orgId)?.scopes ?? []
  return { orgId, can: (scope) => scopes.includes(scope) }
}
