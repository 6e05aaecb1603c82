/**
 * The values of an object under other names. A loop takes half the time of `Object.fromEntries`, and a list has thousands of
 * rows.
 * @param names each key with its new name
 */
export function renameKeys<Fields extends object>(
  fields: Fields,
  names: readonly (readonly [from: keyof Fields & string, to: string])[],
): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const [from, to] of names) renamed[to] = fields[from]
  return renamed
}
