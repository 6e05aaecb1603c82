import { useEffect, useState } from 'react'
import type { FullListFragment } from '../../../generated/operations.ts'

const FRESH_MS = 4_000
const NONE: ReadonlySet<number> = new Set()

/** The lines that differ from the version shown before; for a moment, so that one sees what has changed. */
export function useFreshLines(list: FullListFragment): ReadonlySet<number> {
  const [shown, setShown] = useState(list)
  const [fresh, setFresh] = useState(NONE)
  if (shown !== list) {
    setShown(list)
    if (shown.version !== list.version) setFresh(changedLines(shown, list))
  }
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(NONE), FRESH_MS)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}

function changedLines(before: FullListFragment, after: FullListFragment): ReadonlySet<number> {
  const known = new Map(before.listItems.map((line) => [line.id, JSON.stringify(line)]))
  const changed = after.listItems.filter((line) => known.get(line.id) !== JSON.stringify(line))
  return new Set(changed.map(({ id }) => id))
}
