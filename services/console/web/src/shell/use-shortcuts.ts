import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOrganization } from '../session/organization.ts'
import { readSetting, writeSetting } from '../settings.ts'
import { SECTIONS } from './routes.ts'

interface ShortcutOptions {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

const SEQUENCE_MS = 1_000

/** The key of shortcuts as the keyboard names it. */
export const CTRL = navigator.userAgent.includes('Mac OS X') ? '⌘' : 'Ctrl'

/** Whether keys pressed alone are shortcuts. They disturb people who speak their texts. */
export const hasLetterKeys = (): boolean => readSetting('letter-keys') !== 'off'

export const setLetterKeys = (isOn: boolean): void =>
  writeSetting('letter-keys', isOn ? 'on' : 'off')

/** Ctrl K (⌘ K), ?, e, and g followed by the letter of a section. Letters work outside of inputs only. */
export function useShortcuts({ onPalette, onHelp }: ShortcutOptions): void {
  const navigate = useNavigate()
  const { orgId } = useOrganization()
  useEffect(() => {
    let beganAt = 0
    const onLetter = (event: KeyboardEvent): void => {
      const { key, timeStamp } = event
      const section = SECTIONS.find((each) => each.key === key)
      if (key === '?') onHelp()
      else if (key === 'g') beganAt = timeStamp
      else if (section && timeStamp - beganAt < SEQUENCE_MS)
        void navigate({ to: section.to, params: { orgId: String(orgId) } })
      else if (key === 'e') {
        // Else the field gets the letter.
        event.preventDefault()
        focusFirstField()
      }
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const isWithCtrl = event.ctrlKey || event.metaKey
      if (isWithCtrl && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPalette()
      } else if (!isWithCtrl && !event.altKey && !isTyping(event) && hasLetterKeys())
        onLetter(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, orgId, onPalette, onHelp])
}

function focusFirstField(): void {
  const fields = document.querySelectorAll<HTMLElement>(
    '#content :is(input:not([type="file"]), select, textarea):enabled',
  )
  ;[...fields].find((field) => field.checkVisibility())?.focus()
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, select, textarea, dialog') !== null)
  )
}
