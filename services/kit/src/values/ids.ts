import { v7, validate } from 'uuid'

const INTEGER_ID_MAX = 2_147_483_647

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
