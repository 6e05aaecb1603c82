/** What is kept under a key, made where it is not. All goes when there is too much. */
export function kept<T>(all: Map<string, T>, max: number, key: string, make: () => T): T {
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make()
  if (all.size >= max) all.clear()
  all.set(key, made)
  return made
}
