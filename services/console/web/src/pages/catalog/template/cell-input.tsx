import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './line-table.module.css'

/** A labelled input in its row, with what is wrong below it. */
export function CellInput({
  label,
  error,
  unit,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string
  readonly error?: string | undefined
  readonly unit?: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <>
      <span className={styles['cell']}>
        <input
          autoComplete="off"
          {...rest}
          className={styles['input']}
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : id}
        />
        {unit}
      </span>
      {error !== undefined && (
        <small id={id} className={styles['fault']}>
          {error}
        </small>
      )}
    </>
  )
}
