/** What JSON text may hold. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Never what an object inherits: a client may name a field `constructor`. */
export function getOwn(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Also for `__proto__`, which an assignment would take for the prototype. */
export function setOwn(object: JsonObject, key: string, value: unknown): void {
  if (key in object && !Object.hasOwn(object, key)) {
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  } else {
    object[key] = value
  }
}
