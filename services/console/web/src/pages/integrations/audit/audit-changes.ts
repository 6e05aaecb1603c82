/** One field that was changed. */
export interface AuditChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The changes of a record, by field; an unknown shape has none. */
export function auditChanges(changes: unknown): readonly AuditChange[] {
  if (typeof changes !== 'object' || changes === null) return []
  return Object.entries(changes as Readonly<Record<string, unknown>>).flatMap(([field, change]) => {
    if (typeof change !== 'object' || change === null) return []
    const { before, after } = change as Readonly<Record<string, unknown>>
    return [{ field, before: before ?? null, after: after ?? null }]
  })
}

/** A value as people read it: texts as they are, lists with commas, the rest as JSON. */
export function valueText(value: unknown, words: { readonly nothing: string }): string {
  if (value === null || value === undefined || value === '') return words.nothing
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.length === 0 ? words.nothing : value.join(', ')
  return JSON.stringify(value, undefined, 1)
}

/** The name of a field in words: `accountNumber` is `Account number`. */
export function fieldText(field: string): string {
  const words = field.replaceAll(
    /([a-z\d])([A-Z])/g,
    (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}
