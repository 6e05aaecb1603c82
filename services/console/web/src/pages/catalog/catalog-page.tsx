import type { ReactNode } from 'react'
import { FirstPart } from '../../session/parts-nav.tsx'
import { CATALOG_PARTS } from './catalog-nav.tsx'

export default function CatalogPage(): ReactNode {
  return <FirstPart parts={CATALOG_PARTS} />
}
