/**
 * The set with the member, or without it.
 * @param isIn whether the member is in the new set; without it, the member changes sides
 */
export function toggled<T>(
  set: ReadonlySet<T>,
  member: T,
  isIn = !set.has(member),
): ReadonlySet<T> {
  const next = new Set(set)
  if (isIn) next.add(member)
  else next.delete(member)
  return next
}
