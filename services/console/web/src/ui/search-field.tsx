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
  // The values that were typed and have not come back: the address follows a moment later, and would take back letters.
  const typed = useRef<string[]>([])
  useEffect(() => {
    const at = typed.current.indexOf(value)
    typed.current = typed.current.slice(at + 1)
    if (at === -1 && input.current !== null) input.current.value = value
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
      onChange={({ target }) => {
        typed.current.push(target.value)
        onChange(target.value)
      }}
    />
  )
}
