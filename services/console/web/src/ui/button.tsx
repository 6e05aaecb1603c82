import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'
import { focusContentAfterIt } from './focus-content.ts'
import { PRIMARY_KEYS } from './primary-action.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind
  /** Shows that its work is under way; it cannot be pressed again meanwhile. */
  readonly isBusy?: boolean
}

export function Button({
  kind = 'secondary',
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  const look = buttonLook(kind)
  return (
    <button
      // Disabled, it cannot keep the focus either.
      ref={rest.disabled === true ? undefined : focusContentAfterIt}
      type="button"
      {...look}
      {...rest}
      className={[look.className, className].filter(Boolean).join(' ')}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}

/** The look of a button, for links that lead to a next step, and its keys where it is the primary one. */
export const buttonLook = (kind: ButtonKind) => ({
  className: `${styles['button']} ${styles[kind]}`,
  'aria-keyshortcuts': kind === 'primary' ? PRIMARY_KEYS : undefined,
})
