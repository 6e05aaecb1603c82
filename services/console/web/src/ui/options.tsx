import type { ReactNode } from 'react'

/** The options of a select: their values, in this order, and what they say. */
export function Options({
  names,
  known,
}: {
  readonly names: Readonly<Record<string, string>>
  /** A stored value, which stays an option when it has no name, because it is newer than this page. */
  readonly known?: string
}): ReactNode {
  const all = known === undefined || known in names ? names : { [known]: known, ...names }
  return Object.entries(all).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
