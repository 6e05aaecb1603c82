import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { PartsNav } from '../../session/parts-nav.tsx'

export const CATALOG_PARTS = [
  { name: 'templates', page: 'catalog/templates' },
  { name: 'vendors', page: 'catalog/vendors' },
  { name: 'prices', page: 'catalog/prices' },
  { name: 'brand', page: 'catalog/brand' },
] as const

export function CatalogNav(): ReactNode {
  const { nav, catalog } = useMessages()
  return <PartsNav label={nav.catalog} parts={CATALOG_PARTS} names={catalog.sections} />
}
