import { v7, validate } from 'uuid'

/** No UUID is greater than the one, or less than the other. */
export { MAX as GREATEST_UUID, NIL as LEAST_UUID } from 'uuid'

/** Ids are 32-bit integers of GraphQL. */
export const INTEGER_ID_MAX = 2_147_483_647

/** `'28001'` and `28001` → 28001; anything that is not a positive 32-bit integer → undefined. */
export function parseIntegerId(value: string | number): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(String(value))) return undefined
  const id = Number(value)
  return id <= INTEGER_ID_MAX ? id : undefined
}

/** Whether a text is a UUID of any version. */
export function isUuid(value: string): boolean {
  return validate(value)
}

/**
 * UUID version 7: sorts by time of creation, so indexes stay dense.
 * @param at the time in it, to the millisecond; now by default
 */
export function newUuid(at?: Date): string {
  return at === undefined ? v7() : v7({ msecs: at.getTime() })
}

/** The least UUID version 7 of a time, so that "since" is a range of the primary key. */
export function firstUuidOf(at: Date): string {
  // The version cannot represent times before 1970.
  return v7({ msecs: Math.max(0, at.getTime()), seq: 0, random: new Uint8Array(16) })
}

/** Creation time of a UUID version 7, in milliseconds since 1970. */
export function timeOfUuid(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
