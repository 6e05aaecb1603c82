import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SECTIONS } from './routes.ts'
import styles from './shortcut-help.module.css'
import { CTRL, hasLetterKeys, setLetterKeys } from './use-shortcuts.ts'

export default function ShortcutHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages()
  const [isOn, setIsOn] = useState(hasLetterKeys)
  const rows: readonly (readonly [string, string])[] = [
    [`${CTRL} K`, messages.shortcuts.palette],
    [`${CTRL} Enter`, messages.shortcuts.primary],
    ['e', messages.shortcuts.firstField],
    ...SECTIONS.map(
      ({ key, name }) => [`g ${key}`, messages.shortcuts.goTo(messages.nav[name])] as const,
    ),
    [`${CTRL} S`, messages.shortcuts.save],
    [`${CTRL} Z`, messages.shortcuts.undo],
    [`${CTRL} Shift Z`, messages.shortcuts.redo],
    ['Tab, Enter', messages.shortcuts.cell],
    ['?', messages.shortcuts.help],
  ]
  return (
    <Dialog title={messages.shortcuts.title} onClose={onClose}>
      <dl className={styles['list']}>
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>{what}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <CheckField
        label={messages.shortcuts.letterKeys}
        hint={messages.shortcuts.letterKeysHint}
        checked={isOn}
        onChange={({ target: { checked } }) => {
          setLetterKeys(checked)
          setIsOn(checked)
        }}
      />
    </Dialog>
  )
}
