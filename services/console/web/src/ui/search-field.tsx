import type { ReactNode } from 'react'
import styles from './search-field.module.css'

/** Filters what stands below it while it is typed. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}): ReactNode {
  return (
    <input
      type="search"
      className={styles['search']}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
