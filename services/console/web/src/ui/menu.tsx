import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { focusContentAfterIt } from './focus-content.ts'
import styles from './menu.module.css'

/** One choice of a menu. */
export interface MenuItem {
  readonly label: ReactNode
  readonly onSelect: () => void
  readonly isCurrent?: boolean
}

interface MenuProps {
  /** What the button shows. */
  readonly button: ReactNode
  /** The button's name where it shows a symbol only. */
  readonly label?: string
  readonly items: readonly MenuItem[]
  readonly buttonClassName?: string | undefined
}

const STEP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A button that opens a menu. Arrow keys move in it, Escape closes it. */
export function Menu({ button, label, items, buttonClassName }: MenuProps): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const entries = (): HTMLButtonElement[] => [...(list.current?.querySelectorAll('button') ?? [])]
  // The items are rendered while they are shown: a long list has a menu in each row.
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (isOpen) list.current?.querySelector('button')?.focus()
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEP[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = entries()
    const index = all.indexOf(document.activeElement as HTMLButtonElement)
    all.at((index + step) % all.length)?.focus()
  }
  return (
    <div className={styles['anchor']}>
      <button
        ref={focusContentAfterIt}
        type="button"
        className={buttonClassName ?? styles['button']}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {button}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className={styles['menu']}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
        onKeyDown={onKeyDown}
      >
        {(isOpen ? items : []).map(({ label: text, onSelect, isCurrent }, index) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- the items of a menu keep their places
            key={index}
            type="button"
            role={isCurrent === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={isCurrent}
            tabIndex={-1}
            className={styles['item']}
            onClick={() => {
              list.current?.hidePopover()
              onSelect()
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}
