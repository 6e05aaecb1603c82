/** A number, or the index of one among the values that a request's variables give. */
export type Amount = number | { readonly slot: number }
export type Values = readonly number[]

/** The cost of one response key of an object. It has several fields where types exclude one another. */
export interface CostedKey {
  readonly key: string
  /** A property that an object inherits under that name is not data. */
  readonly isInherited: boolean
  readonly fields: readonly CostedField[]
}

export interface CostedField {
  /** Weight of one instance: of the field itself, or of each element of its list. */
  readonly weight: number
  /** Cost of a null: it takes the work of the field, not of an object. */
  readonly weightOfNull: number
  /** Instances to expect; 1 where there is no list. */
  readonly size: Amount
  /** Cost regardless of the response: of its arguments, and of the work of a mutation. */
  readonly inputs: Amount
  readonly keys: readonly CostedKey[]
  /** A list of lists. */
  readonly isNested: boolean
}

/** The expected cost of the response keys of one object. */
export function requestedCost(keys: readonly CostedKey[], values: Values): number {
  let cost = 0
  for (const { fields } of keys) {
    let dearest = 0
    for (const field of fields) dearest = Math.max(dearest, requestedOf(field, values))
    cost += dearest
  }
  return cost
}

/**
 * The actual cost of the response keys of one object. Plain loops, because it runs for every object of every response.
 */
export function actualCost(keys: readonly CostedKey[], object: unknown, values: Values): number {
  let cost = 0
  for (const { key, isInherited, fields } of keys) {
    if (isInherited && !Object.hasOwn(object as object, key)) continue
    const value = (object as Readonly<Record<string, unknown>>)[key]
    if (value === undefined) continue
    let dearest = 0
    for (const field of fields) dearest = Math.max(dearest, actualOf(field, value, values))
    cost += dearest
  }
  return cost
}

/** An error of a response; one without a path is of the whole operation. */
export interface PathError {
  readonly path?: readonly (string | number)[] | undefined
}

/**
 * The root fields that errors have removed from the data though their work may have been done.
 * @param errors all of them with a path, none of the whole operation
 */
export function removedKeys(
  keys: readonly CostedKey[],
  data: object | null,
  errors: readonly PathError[],
): ReadonlySet<CostedKey> {
  const paths = errors.map(({ path = [] }) => path)
  const own = new Set(paths.filter(({ length }) => length === 1).map(([key]) => key))
  const inside = new Set(paths.filter(({ length }) => length > 1).map(([key]) => key))
  const isNull = (key: string): boolean => (data as Readonly<Record<string, unknown>>)[key] === null
  const removed = keys.filter(
    ({ key }) => !own.has(key) && (data === null || (inside.has(key) && isNull(key))),
  )
  return new Set(removed)
}

/** The part of the cost of the response keys that does not depend on the response. */
export function fixedCost(keys: readonly CostedKey[], values: Values): number {
  return keys.reduce((sum, { fields }) => {
    return sum + Math.max(0, ...fields.map(({ inputs }) => amount(inputs, values)))
  }, 0)
}

/** A field's own weight is never below zero, though an argument's may be. */
function requestedOf({ weight, size, inputs, keys }: CostedField, values: Values): number {
  const instances = amount(size, values)
  const own = Math.max(0, instances * weight + amount(inputs, values))
  return keys.length === 0 ? own : own + instances * requestedCost(keys, values)
}

function actualOf(field: CostedField, value: unknown, values: Values): number {
  const inputs = amount(field.inputs, values)
  if (!Array.isArray(value)) {
    if (value === null) return Math.max(0, field.weightOfNull + inputs)
    const own = Math.max(0, field.weight + inputs)
    return field.keys.length === 0 ? own : own + actualCost(field.keys, value, values)
  }
  const elements = (field.isNested ? value.flat(Infinity) : value) as unknown[]
  let own = inputs
  let inner = 0
  for (const element of elements) {
    if (element === null) own += field.weightOfNull
    else {
      own += field.weight
      if (field.keys.length > 0) inner += actualCost(field.keys, element, values)
    }
  }
  return Math.max(0, own) + inner
}

export function amount(of: Amount, values: Values): number {
  return typeof of === 'number' ? of : (values[of.slot] ?? 0)
}
