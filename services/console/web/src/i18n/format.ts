import type { Language } from './initial-language.ts'

/** Writes values as the person's language does. A missing value is a dash. */
export interface Format {
  readonly money: (value: number | null | undefined) => string
  /** Money with the digits beyond cents that the cost of one unit can have, such as that of a nail. */
  readonly unitCost: (value: number | null | undefined) => string
  readonly number: (value: number | null | undefined, decimals?: number) => string
  readonly percent: (value: number | null | undefined, decimals?: number) => string
  readonly date: (time: string | null | undefined) => string
  /** A day, such as 2026-03-01: the same day in every time zone. */
  readonly day: (day: string | null | undefined) => string
  readonly dateTime: (time: string | null | undefined) => string
  /** Such as "5 minutes ago". */
  readonly ago: (time: string, now: number) => string
  /** The word of a unit, such as BUNDLES or linear_feet, for one or for several. */
  readonly unit: (unit: string | null | undefined, count?: number) => string
  /** A number with its unit, and with all decimals that a quantity has: people decide by it. */
  readonly amount: (
    value: number | null | undefined,
    unit: string | null | undefined,
    decimals?: number,
  ) => string
}

const LOCALES = { en: 'en-US', es: 'es-US' } as const
const MISSING = '–'
const QUANTITY_DECIMALS = 5
const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const

const formats = new Map<Language, Format>()

/** @param language decides separators, dates and words */
export function formatOf(language: Language): Format {
  const format = formats.get(language) ?? createFormat(language)
  formats.set(language, format)
  return format
}

/** Creates the formats that most pages write with, one at a time, while the browser waits for scripts. */
export function prepareFormat(language: Language): void {
  const { date, dateTime, money } = formatOf(language)
  const now = new Date().toISOString()
  for (const prepare of [() => date(now), () => dateTime(now), () => money(0)]) setTimeout(prepare)
}

function createFormat(language: Language): Format {
  const locale = LOCALES[language]
  const written = <T>(value: T | null | undefined, write: (value: T) => string): string =>
    value === null || value === undefined ? MISSING : write(value)
  const money = once(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }))
  const unitCost = once(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        maximumFractionDigits: 6,
      }),
  )
  const date = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
  const dateTime = once(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  )
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const numbers = new Map<number, Intl.NumberFormat>()
  const numberOf = (decimals: number): Intl.NumberFormat => {
    const known = numbers.get(decimals)
    if (known) return known
    const created = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
    numbers.set(decimals, created)
    return created
  }
  const number: Format['number'] = (value, decimals = 2) =>
    written(value, (known) => numberOf(decimals).format(known))
  const unit: Format['unit'] = (name, count) => unitWord(name, language, count)
  return {
    money: (value) => written(value, (known) => money().format(known)),
    unitCost: (value) => written(value, (known) => unitCost().format(known)),
    number,
    percent: (value, decimals = 1) =>
      written(value, (known) => `${numberOf(decimals).format(known)}\u00A0%`),
    date: (time) => written(time, (known) => date().format(new Date(known))),
    // Noon, so that no time zone makes it another day.
    day: (day) => written(day, (known) => date().format(new Date(`${known}T12:00:00`))),
    dateTime: (time) => written(time, (known) => dateTime().format(new Date(known))),
    ago: (time, now) => {
      let amount = (new Date(time).getTime() - now) / 1000
      for (const [unit, count] of STEPS) {
        if (Math.round(Math.abs(amount)) < count) return relative().format(Math.round(amount), unit)
        amount /= count
      }
      return relative().format(Math.round(amount), 'year')
    },
    unit,
    amount: (value, name, decimals = QUANTITY_DECIMALS) =>
      `${number(value, decimals)} ${unit(name, value ?? undefined)}`.trim(),
  }
}

/** Creating a format takes as long as rendering a small page, so each is created on first use. */
function once<T>(create: () => T): () => T {
  let created: T | undefined
  return () => (created ??= create())
}

/** For one, and for several. */
type UnitWords = readonly [one: string, other: string]

const UNITS: Readonly<Record<string, Readonly<Record<Language, UnitWords>>>> = {
  BOXES: { en: ['box', 'boxes'], es: ['caja', 'cajas'] },
  EACH: { en: ['each', 'each'], es: ['unidad', 'unidades'] },
  TUBES: { en: ['tube', 'tubes'], es: ['tubo', 'tubos'] },
  BUNDLES: { en: ['bundle', 'bundles'], es: ['paquete', 'paquetes'] },
  PIECES: { en: ['piece', 'pieces'], es: ['pieza', 'piezas'] },
  SQUARES: { en: ['square', 'squares'], es: ['cuadro', 'cuadros'] },
  SQUARE_FEET: { en: ['sq ft', 'sq ft'], es: ['pie²', 'pies²'] },
  LINEAR_FEET: { en: ['linear ft', 'linear ft'], es: ['pie lineal', 'pies lineales'] },
  ROLLS: { en: ['roll', 'rolls'], es: ['rollo', 'rollos'] },
  PALLETS: { en: ['pallet', 'pallets'], es: ['palé', 'palés'] },
  squares: { en: ['sq', 'sq'], es: ['cuadro', 'cuadros'] },
  linear_feet: { en: ['ft', 'ft'], es: ['pie', 'pies'] },
}

/** Units are an open set: of an unknown one its own word is shown. */
function unitWord(unit: string | null | undefined, language: Language, count = 2): string {
  if (unit === null || unit === undefined) return ''
  const [one, other] = UNITS[unit]?.[language] ?? []
  return (count === 1 ? one : other) ?? unit.toLowerCase().replaceAll('_', ' ')
}
