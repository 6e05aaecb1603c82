/** A name of the time zone database such as `America/Chicago`; an offset has no summer time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** The name under which a time zone is stored, such as `America/Chicago` for `US/Central`; undefined for an unknown one. */
export function timeZoneOf(given: string): string | undefined {
  const name = given.trim()
  if (!ZONE_NAME.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
