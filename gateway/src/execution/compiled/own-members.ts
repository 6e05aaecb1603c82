import type { JsonObject } from '@takeoff/kit/values/json'

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Ignores inherited properties: a client may name a field `constructor`. */
export function getOwn(object: JsonObject, key: string): unknown {
  return INHERITED.has(key) && !Object.hasOwn(object, key) ? undefined : object[key]
}

/** Also sets `__proto__`, which an assignment would treat as the prototype. */
export function setOwn(object: JsonObject, key: string, value: unknown): void {
  if (!INHERITED.has(key)) object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
}
