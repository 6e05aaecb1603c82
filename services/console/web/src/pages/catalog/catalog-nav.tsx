import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { PartsNav } from '../../session/parts-nav.tsx'

export const CATALOG_PARTS = [
  { name: 'templates', to: '/o/$orgId/catalog/templates', scopes: ['templates:read'] },
  { name: 'vendors', to: '/o/$orgId/catalog/vendors', scopes: ['vendors:read'] },
  { name: 'prices', to: '/o/$orgId/catalog/prices', scopes: ['prices:read'] },
  { name: 'brand', to: '/o/$orgId/catalog/brand', scopes: ['brand:read'] },
] as const

export function CatalogNav(): ReactNode {
  const { nav, catalog } = useMessages()
  return <PartsNav label={nav.catalog} parts={CATALOG_PARTS} names={catalog.sections} />
}
