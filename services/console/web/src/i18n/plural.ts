/** A count with its noun, in English: "1 item", "1,200 items". */
export const pluralEn = (count: number, one: string, other: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : other}`

/** The same in Spanish, as it is written in the United States. */
export const pluralEs = (count: number, one: string, other: string): string =>
  `${count.toLocaleString('es-US')} ${count === 1 ? one : other}`
