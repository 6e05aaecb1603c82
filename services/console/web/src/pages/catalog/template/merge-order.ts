/** Keys of lines in three orders: as both people found them, and as each of them has them now. */
export interface Orders {
  readonly base: readonly string[]
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
}

/**
 * One order of lines that two people changed: the order of the person who moved lines, or mine if both did. A line that only
 * the other person has comes after its predecessor there.
 */
export function mergeOrders({ base, mine, theirs }: Orders): readonly string[] {
  const [first, second] = isMoved(base, mine) ? [mine, theirs] : [theirs, mine]
  const merged = [...first]
  const known = new Set(first)
  for (const [place, key] of second.entries()) {
    if (known.has(key)) continue
    const before = place === 0 ? undefined : second[place - 1]
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, key)
    known.add(key)
  }
  return merged
}

/** Whether both people moved lines, each to another order: then only mine is kept. */
export const areOrdersInConflict = ({ base, mine, theirs }: Orders): boolean =>
  isMoved(base, mine) && isMoved(base, theirs) && isMoved(mine, theirs)

/** Whether the lines that are in both have another order. */
function isMoved(before: readonly string[], after: readonly string[]): boolean {
  const [there, was] = [new Set(after), new Set(before)]
  const left = before.filter((key) => there.has(key))
  return after.filter((key) => was.has(key)).some((key, place) => key !== left[place])
}
