/** The values that differ from those before: what is left out of a change stays as another person has it meanwhile. */
export function changedFields<Values extends object>(
  values: Values,
  before: Values,
): Partial<Values> {
  const old = new Map(Object.entries(before).map(([field, value]) => [field, textOf(value)]))
  const changed = Object.entries(values).filter(
    ([field, value]) => textOf(value) !== old.get(field),
  )
  return Object.fromEntries(changed) as Partial<Values>
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? ''
