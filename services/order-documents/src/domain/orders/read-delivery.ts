import { shortLineReason, shortNotesReason } from '../text-reason.ts'
import type { Delivery, DeliveryContact, DeliveryMethod, ShipTo } from './delivery.ts'

/** A delivery as a caller describes it: blank text counts as omitted. */
export interface DeliveryInput {
  readonly date?: string | null | undefined
  readonly window?: string | null | undefined
  readonly method?: string | null | undefined
  readonly shipTo?:
    | (OptionalFields<Omit<ShipTo, 'lines'>> & {
        readonly lines?: readonly string[] | null | undefined
      })
    | null
    | undefined
  readonly placementNotes?: string | null | undefined
  readonly accessNotes?: string | null | undefined
  readonly contact?: OptionalFields<DeliveryContact> | null | undefined
}

type OptionalFields<T> = { readonly [K in keyof T]?: T[K] | undefined }

export const DELIVERY_TEXT_LENGTH_MAX = 100
export const DELIVERY_NOTES_LENGTH_MAX = 1000
export const SHIP_TO_LINES_MAX = 6

export type DeliveryReading =
  | { readonly kind: 'accepted'; readonly delivery: Delivery | null }
  /** `field` is the path inside the delivery, such as `shipTo.lines[1]`; `violation` follows it in a message. */
  | { readonly kind: 'refused'; readonly field: string; readonly violation: string }

const METHODS: readonly DeliveryMethod[] = ['GROUND', 'ROOF_TOP', 'PICKUP']
const WINDOWS = ['ANY', 'AM', 'PM', 'FIRST_STOP']
const TIMES = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/

/** An empty delivery counts as none. */
export function readDelivery(input: DeliveryInput | null | undefined): DeliveryReading {
  if (input === null || input === undefined) return { kind: 'accepted', delivery: null }
  const delivery = toDelivery(input)
  const refusal = findViolation(delivery)
  if (refusal !== undefined) return { kind: 'refused', ...refusal }
  const { shipTo, contact, ...rest } = delivery
  const isSaid = [...Object.values(rest), shipTo, contact].some((part) => part !== null)
  return { kind: 'accepted', delivery: isSaid ? (delivery as Delivery) : null }
}

type Draft = Omit<Delivery, 'method'> & { readonly method: string | null }

function toDelivery({ shipTo, contact, ...input }: DeliveryInput): Draft {
  return {
    date: textOf(input.date),
    window: textOf(input.window)?.toUpperCase() ?? null,
    method: textOf(input.method)?.toUpperCase() ?? null,
    shipTo: nullIfEmpty({
      name: textOf(shipTo?.name),
      lines: (shipTo?.lines ?? []).filter((line) => line.trim() !== ''),
      city: textOf(shipTo?.city),
      region: textOf(shipTo?.region),
      postalCode: textOf(shipTo?.postalCode),
      country: textOf(shipTo?.country),
    }),
    placementNotes: textOf(input.placementNotes),
    accessNotes: textOf(input.accessNotes),
    contact: nullIfEmpty({
      name: textOf(contact?.name),
      phone: textOf(contact?.phone),
      email: textOf(contact?.email),
    }),
  }
}

function textOf(given: string | null | undefined): string | null {
  return given?.trim() ? given.trim() : null
}

function nullIfEmpty<T extends object>(parts: T): T | null {
  const isEmpty = (part: unknown): boolean =>
    part === null || (Array.isArray(part) && part.length === 0)
  return Object.values(parts).every(isEmpty) ? null : parts
}

interface Violation {
  readonly field: string
  readonly violation: string
}

function findViolation({
  date,
  window,
  method,
  placementNotes,
  accessNotes,
  ...parts
}: Draft): Violation | undefined {
  if (date !== null && !isDay(date))
    return { field: 'date', violation: 'must be a day as 2026-03-14.' }
  if (window !== null && !isWindow(window)) {
    const violation = `must be one of ${WINDOWS.join(', ')}, or two times of day as 08:00-10:00.`
    return { field: 'window', violation }
  }
  if (method !== null && !METHODS.some((known) => known === method))
    return { field: 'method', violation: `must be one of ${METHODS.join(', ')}.` }
  const lines = parts.shipTo?.lines ?? []
  if (lines.length > SHIP_TO_LINES_MAX)
    return { field: 'shipTo.lines', violation: `must have at most ${SHIP_TO_LINES_MAX} lines.` }
  return (
    noteViolation('placementNotes', placementNotes) ??
    noteViolation('accessNotes', accessNotes) ??
    lines.map((line, index) => textViolation(`shipTo.lines[${index}]`, line)).find(isViolation) ??
    textViolations('shipTo', parts.shipTo) ??
    textViolations('contact', parts.contact)
  )
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

function isViolation(violation: Violation | undefined): violation is Violation {
  return violation !== undefined
}

function textViolations(part: string, texts: object | null): Violation | undefined {
  return Object.entries(texts ?? {})
    .map(([name, text]) =>
      typeof text === 'string' ? textViolation(`${part}.${name}`, text) : undefined,
    )
    .find(isViolation)
}

function textViolation(field: string, text: string): Violation | undefined {
  return violationOf(field, shortLineReason(text, DELIVERY_TEXT_LENGTH_MAX))
}

function noteViolation(field: string, text: string | null): Violation | undefined {
  return violationOf(field, shortNotesReason(text ?? '', DELIVERY_NOTES_LENGTH_MAX))
}

function violationOf(field: string, reason: string | undefined): Violation | undefined {
  return reason === undefined ? undefined : { field, violation: `${reason}.` }
}
