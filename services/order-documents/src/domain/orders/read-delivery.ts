import type { Optional } from '@takeoff/kit/values/optional'
import { createFieldReader } from '../field-reader.ts'
import type { CheckedInput, FieldReader } from '../field-reader.ts'
import type { Delivery, DeliveryContact, DeliveryMethod, ShipTo } from './delivery.ts'

/** A delivery as a caller describes it: blank text counts as omitted. */
export interface DeliveryInput {
  readonly date?: Optional<string>
  readonly window?: Optional<string>
  readonly method?: Optional<string>
  readonly shipTo?: Optional<OptionalFields<ShipTo>>
  readonly placementNotes?: Optional<string>
  readonly accessNotes?: Optional<string>
  readonly contact?: Optional<OptionalFields<DeliveryContact>>
}

type OptionalFields<T> = { readonly [K in keyof T]?: Optional<T[K]> }

const DELIVERY_TEXT_LENGTH_MAX = 100
const DELIVERY_NOTES_LENGTH_MAX = 1000
const SHIP_TO_LIMITS = { linesMax: 6, lengthMax: DELIVERY_TEXT_LENGTH_MAX }

const METHODS: readonly DeliveryMethod[] = ['GROUND', 'ROOF_TOP', 'PICKUP']
const WINDOWS = ['ANY', 'AM', 'PM', 'FIRST_STOP']
const TIMES = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/

/** An empty delivery counts as none. */
export function readDelivery(input: Optional<DeliveryInput>): CheckedInput<Delivery | null> {
  const read = createFieldReader('delivery')
  const { date, window, method, shipTo, contact, ...notes } = input ?? {}
  const textOf = (field: string, value: Optional<string>) =>
    read.line(field, value, DELIVERY_TEXT_LENGTH_MAX) ?? null
  const values = nullIfEmpty<Delivery>({
    date: dateOf(read, date),
    window: windowOf(read, window),
    method: read.word('method', unlessBlank(method), METHODS) ?? null,
    placementNotes: notesOf(read, 'placementNotes', notes.placementNotes),
    accessNotes: notesOf(read, 'accessNotes', notes.accessNotes),
    shipTo: nullIfEmpty({
      lines: read.lines('shipTo.lines', shipTo?.lines, SHIP_TO_LIMITS) ?? [],
      name: textOf('shipTo.name', shipTo?.name),
      city: textOf('shipTo.city', shipTo?.city),
      region: textOf('shipTo.region', shipTo?.region),
      postalCode: textOf('shipTo.postalCode', shipTo?.postalCode),
      country: textOf('shipTo.country', shipTo?.country),
    }),
    contact: nullIfEmpty({
      name: textOf('contact.name', contact?.name),
      phone: textOf('contact.phone', contact?.phone),
      email: textOf('contact.email', contact?.email),
    }),
  })
  return { values, violations: read.violations }
}

function unlessBlank(given: Optional<string>): string | null {
  return given?.trim() ? given.trim() : null
}

function nullIfEmpty<T extends object>(parts: T): T | null {
  const isEmpty = (part: unknown): boolean =>
    part === null || (Array.isArray(part) && part.length === 0)
  return Object.values(parts).every(isEmpty) ? null : parts
}

function dateOf(read: FieldReader, given: Optional<string>): string | null {
  const date = unlessBlank(given)
  if (date !== null && !isDay(date)) read.violation('date', 'must be a day as 2026-03-14')
  return date
}

function windowOf(read: FieldReader, given: Optional<string>): string | null {
  const window = unlessBlank(given)?.toUpperCase() ?? null
  if (window !== null && !isWindow(window))
    read.violation(
      'window',
      `must be one of ${WINDOWS.join(', ')}, or two times of day as 08:00-10:00`,
    )
  return window
}

function notesOf(read: FieldReader, field: string, given: Optional<string>): string | null {
  return read.notes(field, given, DELIVERY_NOTES_LENGTH_MAX) ?? null
}

/** In years that all formats of documents and exports write alike. */
function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
  return /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text) && isReal
}

function isWindow(text: string): boolean {
  if (WINDOWS.includes(text)) return true
  const [from = '', to = ''] = text.split('-')
  return TIMES.test(text) && from < to
}
