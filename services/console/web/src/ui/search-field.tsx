import { useEffect, useRef } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  // The address follows what is typed a moment later. Until then its value would take back letters.
  useEffect(() => {
    const field = input.current
    if (field !== null && field !== document.activeElement) field.value = value
  }, [value])
  return (
    <input
      ref={input}
      type="search"
      className={styles['search']}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
