import type { ReactNode } from 'react'
import { FirstPart } from '../../session/parts-nav.tsx'
import { INTEGRATION_PARTS } from './integrations-nav.tsx'

export default function IntegrationsPage(): ReactNode {
  return <FirstPart parts={INTEGRATION_PARTS} />
}
