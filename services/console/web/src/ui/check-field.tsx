import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './check-field.module.css'

/** A choice of yes or no, or with the type radio one of several. */
export function CheckField({
  label,
  hint,
  type = 'checkbox',
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string
  readonly hint?: string
  readonly type?: 'checkbox' | 'radio'
}): ReactNode {
  return (
    <label className={styles['check']}>
      <input {...rest} type={type} />
      <span>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  )
}

/** Marks a field as invalid whose error is shown elsewhere. */
export const invalidBy = (errorId: string) =>
  ({ 'aria-invalid': true, 'aria-describedby': errorId }) as const
