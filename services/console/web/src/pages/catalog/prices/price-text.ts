import type { Format } from '../../../i18n/format.ts'

/** A tax as the book states it, such as 7.25 %: it is never rounded, because it is what is charged. */
export const taxText = (percent: number | null, format: Pick<Format, 'number'>): string =>
  percent === null ? format.number(null) : `${format.number(percent, 4)}\u00a0%`
