/** Checks the filters in the address of a page. A person can write any value there: one that is not valid selects all rows. */

/** The value, when it is one of the choices; else an empty text. */
export const choiceOf = (value: string, choices: Readonly<Record<string, unknown>>): string =>
  Object.hasOwn(choices, value) ? value : ''

const DAY = /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/

/** The beginning of the day, when it is one that a field offers: of the calendar, and from 1900 to 2199. */
export function beginningOf(day: string): string | undefined {
  if (!DAY.test(day)) return undefined
  const time = new Date(`${day}T00:00:00Z`)
  // Some browsers take February 31 for a day of March.
  const isOfCalendar = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
  return isOfCalendar ? `${day}T00:00:00Z` : undefined
}
