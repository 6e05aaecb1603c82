/** What the API returned, which it may leave out. */
export function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the API returned nothing')
  return value
}
