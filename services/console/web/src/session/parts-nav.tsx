import { Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from './organization.ts'
import { mayOpen } from './page-scopes.ts'
import type { PageName } from './page-scopes.ts'
import styles from './parts-nav.module.css'

/** A page of a section. */
interface Part<Name extends string> {
  readonly name: Name
  readonly page: Exclude<PageName, `${string}$${string}`>
}

const addressOf = ({ page }: Part<string>) => `/o/$orgId/${page}` as const

/** Links to the parts that the person may see. */
export function PartsNav<Name extends string>({
  label,
  parts,
  names,
}: {
  readonly label: string
  readonly parts: readonly Part<Name>[]
  readonly names: Readonly<Record<Name, string>>
}): ReactNode {
  const { orgId, can } = useOrganization()
  return (
    <nav className={styles['nav']} aria-label={label}>
      {parts
        .filter(({ page }) => mayOpen(page, can))
        .map((part) => (
          <Link
            key={part.name}
            to={addressOf(part)}
            params={{ orgId: String(orgId) }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {names[part.name]}
          </Link>
        ))}
    </nav>
  )
}

/** Leads to the first part that the person may see. */
export function FirstPart({ parts }: { readonly parts: readonly Part<string>[] }): ReactNode {
  const { orgId, can } = useOrganization()
  const part = parts.find(({ page }) => mayOpen(page, can))
  return part && <Navigate to={addressOf(part)} params={{ orgId: String(orgId) }} replace />
}
