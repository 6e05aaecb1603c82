import { Link, Navigate } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NoPermission } from '../ui/states.tsx'
import { useOrganization } from './organization.ts'
import styles from './parts-nav.module.css'

/** A page of a section, shown to people who have one of the scopes. */
interface Part<Name extends string> {
  readonly name: Name
  readonly to: NonNullable<LinkProps['to']>
  readonly scopes: readonly string[]
}

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
        .filter(({ scopes }) => scopes.some(can))
        .map(({ name, to }) => (
          <Link
            key={name}
            to={to}
            params={{ orgId: String(orgId) }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {names[name]}
          </Link>
        ))}
    </nav>
  )
}

/** Leads to the first part that the person may see. */
export function FirstPart({ parts }: { readonly parts: readonly Part<string>[] }): ReactNode {
  const { orgId, can } = useOrganization()
  const part = parts.find(({ scopes }) => scopes.some(can))
  if (!part) return <NoPermission />
  return <Navigate to={part.to} params={{ orgId: String(orgId) }} replace />
}
