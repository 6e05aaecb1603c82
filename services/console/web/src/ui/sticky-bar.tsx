import type { ReactNode } from 'react'
import styles from './save-bar.module.css'
import { useCovering } from './use-covering.ts'

/** What is to be done with the whole page. It stays at the end of the screen while the page is scrolled. */
export function StickyBar({
  label,
  children,
}: {
  /** Its name, where it is a part of the page of its own. */
  readonly label?: string
  readonly children: ReactNode
}): ReactNode {
  const covering = useCovering('--bar-height')
  return (
    <div
      ref={covering}
      className={styles['bar']}
      data-covers="end"
      {...(label !== undefined && { role: 'region', 'aria-label': label })}
    >
      {children}
    </div>
  )
}
