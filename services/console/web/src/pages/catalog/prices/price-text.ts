import type { Format } from '../../../i18n/format.ts'

/** A day, such as 2026-03-01, as the person's language writes it: the same day in every time zone. */
export const dayText = (day: string, format: Pick<Format, 'date'>): string =>
  format.date(`${day}T12:00:00`)

/** A tax as the book states it, such as 7.25 %: it is never rounded, because it is what is charged. */
export const taxText = (percent: number | null, format: Pick<Format, 'number'>): string =>
  percent === null ? format.number(null) : `${format.number(percent, 4)}\u00a0%`
