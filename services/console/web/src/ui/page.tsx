import { useEffect } from 'react'
import type { ReactNode } from 'react'
import styles from './page.module.css'

/** The head of a page: where it belongs, its title, and what can be done. It titles the browser's tab, too. */
export function PageHead({
  title,
  above,
  children,
  actions,
}: {
  readonly title: string
  /** A link to what the page belongs to. */
  readonly above?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}): ReactNode {
  usePageTitle(title)
  return (
    <header className={styles['head']}>
      <div className={styles['titles']}>
        {above !== undefined && <div className={styles['above']}>{above}</div>}
        <h1>{title}</h1>
        {children !== undefined && <div className={styles['facts']}>{children}</div>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </header>
  )
}

/** Titles the browser's tab. @param title undefined keeps the title */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Takeoff`
  }, [title])
}

/** A framed part of a page. */
export function Card({
  title,
  label = title,
  actions,
  children,
  isPadded = true,
}: {
  readonly title?: string
  /** Its name where no title is shown. */
  readonly label?: string | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly isPadded?: boolean
}): ReactNode {
  return (
    <section className={styles['card']} aria-label={label}>
      {title !== undefined && (
        <header className={styles['card-head']}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      <div className={isPadded ? styles['padded'] : undefined}>{children}</div>
    </section>
  )
}
