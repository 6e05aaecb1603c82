import { startTransition, useEffect, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import styles from './line-table.module.css'
import type { TableRow } from './table-rows.ts'
import { useIsPrinting } from './use-is-printing.ts'

/** Below this width a row is as high as a part of the screen, as in the styles. */
const NARROW = '(width < 64rem)'

/** How many rows there are at first, which fill the screen, and how many come with each step, which a slow phone draws in a frame. */
const stepsOf = (isNarrow: boolean) => (isNarrow ? { first: 4, next: 2 } : { first: 30, next: 30 })

/** All rows, the first ones at once and the others a few at a time. An empty row keeps their place; for a print they are all there. */
export function GrowingBody({
  rows,
  row,
}: {
  readonly rows: readonly TableRow[]
  readonly row: (row: TableRow) => ReactNode
}): ReactNode {
  const [{ first, next }] = useState(() => stepsOf(matchMedia(NARROW).matches))
  const [count, setCount] = useState(first)
  const isPrinting = useIsPrinting()
  const missing = isPrinting ? 0 : rows.length - count
  useEffect(() => {
    if (missing <= 0) return
    const timer = setTimeout(() => startTransition(() => setCount(count + next)))
    return () => clearTimeout(timer)
  }, [count, missing, next])
  return (
    <tbody>
      {rows.slice(0, rows.length - missing).map((each) => row(each))}
      {missing > 0 && (
        <tr
          aria-hidden="true"
          className={styles['missing']}
          style={{ '--rows': missing } as CSSProperties}
        />
      )}
    </tbody>
  )
}
