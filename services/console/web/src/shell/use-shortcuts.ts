import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOrganization } from '../session/organization.ts'
import { SECTIONS } from './routes.ts'

interface ShortcutOptions {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

const SEQUENCE_MS = 1_000

/** Ctrl K (⌘ K), ?, and g followed by the letter of a section. Letters work outside of inputs only. */
export function useShortcuts({ onPalette, onHelp }: ShortcutOptions): void {
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  useEffect(() => {
    let beganAt = 0
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const section = SECTIONS.find(({ key }) => key === event.key)
      if (event.key === '?') onHelp()
      else if (event.key === 'g') beganAt = event.timeStamp
      else if (section && event.timeStamp - beganAt < SEQUENCE_MS)
        void navigate({ to: section.to, params: { orgId: String(orgId) } })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, orgId, onPalette, onHelp])
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, select, textarea, dialog') !== null)
  )
}
