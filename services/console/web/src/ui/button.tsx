import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

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
  return (
    <button
      type="button"
      {...rest}
      className={[buttonClass(kind), className].filter(Boolean).join(' ')}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}

/** The look of a button, for links that lead to a next step. */
export const buttonClass = (kind: ButtonKind): string => `${styles['button']} ${styles[kind]}`
