import { lineFault, notesFault } from '../text-fault.ts'
import type { Delivery, DeliveryContact, DeliveryMethod, ShipTo } from './delivery.ts'

/** What a caller says of it: blank text is nothing. */
export interface DeliveryInput {
  readonly date?: string | null | undefined
  readonly window?: string | null | undefined
  readonly method?: string | null | undefined
  readonly shipTo?:
    | (Optional<Omit<ShipTo, 'lines'>> & { readonly lines?: readonly string[] | null | undefined })
    | null
    | undefined
  readonly placementNotes?: string | null | undefined
  readonly accessNotes?: string | null | undefined
  readonly contact?: Optional<DeliveryContact> | null | undefined
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined }

export const DELIVERY_TEXT_LENGTH_MAX = 100
export const DELIVERY_NOTES_LENGTH_MAX = 1000
export const SHIP_TO_LINES_MAX = 6

export type DeliveryReading =
  | { readonly kind: 'accepted'; readonly delivery: Delivery | null }
  /** `field` is the path inside the delivery, such as `shipTo.lines[1]`; `fault` reads on after it. */
  | { readonly kind: 'refused'; readonly field: string; readonly fault: string }

const METHODS: readonly DeliveryMethod[] = ['GROUND', 'ROOF_TOP', 'PICKUP']
const WINDOWS = ['ANY', 'AM', 'PM', 'FIRST_STOP']
const TIMES = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/

/** A delivery that says nothing is none. */
export function readDelivery(input: DeliveryInput | null | undefined): DeliveryReading {
  if (input === null || input === undefined) return { kind: 'accepted', delivery: null }
  const delivery = toDelivery(input)
  const refusal = findFault(delivery)
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

interface Fault {
  readonly field: string
  readonly fault: string
}

function findFault({
  date,
  window,
  method,
  placementNotes,
  accessNotes,
  ...parts
}: Draft): Fault | undefined {
  if (date !== null && !isDay(date)) return { field: 'date', fault: 'must be a day as 2026-03-14.' }
  if (window !== null && !isWindow(window)) {
    const fault = `must be one of ${WINDOWS.join(', ')}, or two times of day as 08:00-10:00.`
    return { field: 'window', fault }
  }
  if (method !== null && !METHODS.some((known) => known === method))
    return { field: 'method', fault: `must be one of ${METHODS.join(', ')}.` }
  const lines = parts.shipTo?.lines ?? []
  if (lines.length > SHIP_TO_LINES_MAX)
    return { field: 'shipTo.lines', fault: `has at most ${SHIP_TO_LINES_MAX} lines.` }
  return (
    noteFault('placementNotes', placementNotes) ??
    noteFault('accessNotes', accessNotes) ??
    lines.map((line, index) => textFault(`shipTo.lines[${index}]`, line)).find(isFault) ??
    textFaults('shipTo', parts.shipTo) ??
    textFaults('contact', parts.contact)
  )
}

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isReal
}

function isWindow(text: string): boolean {
  if (WINDOWS.includes(text)) return true
  const [from = '', to = ''] = text.split('-')
  return TIMES.test(text) && from < to
}

function isFault(fault: Fault | undefined): fault is Fault {
  return fault !== undefined
}

function textFaults(part: string, texts: object | null): Fault | undefined {
  return Object.entries(texts ?? {})
    .map(([name, text]) =>
      typeof text === 'string' ? textFault(`${part}.${name}`, text) : undefined,
    )
    .find(isFault)
}

function textFault(field: string, text: string): Fault | undefined {
  return faultOf(field, lineFault(text, DELIVERY_TEXT_LENGTH_MAX))
}

function noteFault(field: string, text: string | null): Fault | undefined {
  return faultOf(field, notesFault(text ?? '', DELIVERY_NOTES_LENGTH_MAX))
}

function faultOf(field: string, reason: string | undefined): Fault | undefined {
  return reason === undefined ? undefined : { field, fault: `${reason}.` }
}
