/** Days that a price book may name; a day outside this range is a typing error. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'

/** A day of the calendar as `YYYY-MM-DD`; 2026-02-30 is not one. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day of a time in UTC as `YYYY-MM-DD`, or undefined for a day that a price book may not name. */
export function dayOf(time: Date): string | undefined {
  const day = today(time)
  return isDay(day) ? day : undefined
}

/** The day of the current time. */
export function today(now: Date): string {
  return now.toISOString().slice(0, FIRST_DAY.length)
}
