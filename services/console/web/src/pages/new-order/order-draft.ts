import type { OrderDeliveryInput } from '../../generated/operations.ts'
import { addressLinesOf } from '../../ui/texts.ts'

/** The texts of the delivery, as they are typed, and the arguments of the API that they become. */
const DELIVERY_ARGUMENTS = {
  date: 'delivery.date',
  window: 'delivery.window',
  from: 'delivery.window',
  to: 'delivery.window',
  method: 'delivery.method',
  name: 'delivery.shipTo.name',
  lines: 'delivery.shipTo.lines',
  city: 'delivery.shipTo.city',
  region: 'delivery.shipTo.region',
  postalCode: 'delivery.shipTo.postalCode',
  placementNotes: 'delivery.placementNotes',
  accessNotes: 'delivery.accessNotes',
  contactName: 'delivery.contact.name',
  contactPhone: 'delivery.contact.phone',
  contactEmail: 'delivery.contact.email',
} as const

/** What is typed beside the delivery. */
const TERM_ARGUMENTS = {
  purchaseOrderNumber: 'purchaseOrderNumber',
  externalIdentifier: 'externalIdentifier',
  jobName: 'jobName',
  language: 'document.language',
  paper: 'document.paper',
  mode: 'document.inputHtml',
  csvPreset: 'document.csvPreset',
} as const

export type DeliveryField = keyof typeof DELIVERY_ARGUMENTS
export type TermField = keyof typeof TERM_ARGUMENTS
export type OrderField = DeliveryField | TermField

/** The argument of the API by the field of the form. */
export const FIELD_PATHS: Readonly<Record<OrderField, string>> = {
  ...DELIVERY_ARGUMENTS,
  ...TERM_ARGUMENTS,
}

/** How a vendor gets its order: as a document, or through its order system. */
export type Way = 'document' | 'submit'

/** What was chosen and typed for the orders of a list. What is left out is as it was proposed. */
export interface OrderDraft {
  /** By the id of the list item: whether it is ordered, where that differs from the proposal. */
  readonly picks: Readonly<Record<string, boolean>>
  /** By the id of the vendor. */
  readonly ways: Readonly<Record<string, Way>>
  /** The vendor of the items that have none; empty while none is chosen. */
  readonly vendorId: string
  readonly delivery: Readonly<Partial<Record<DeliveryField, string>>>
  readonly terms: Readonly<Partial<Record<TermField, string>>>
  /** The idempotency keys of the calls whose outcome is unknown, by what they order. */
  readonly keys?: Readonly<Record<string, string>>
}

export const EMPTY_DRAFT: OrderDraft = {
  picks: {},
  ways: {},
  vendorId: '',
  delivery: {},
  terms: {},
}

/** The draft without its vendor where that one can no longer be chosen, such as one that was archived since. */
export const withVendorAmong = (draft: OrderDraft, ids: ReadonlySet<number>): OrderDraft =>
  draft.vendorId === '' || ids.has(Number(draft.vendorId)) ? draft : { ...draft, vendorId: '' }

/** The choice of the delivery's window that asks for two times of day. */
export const TIMES = 'TIMES'

export function isOrderDraft(value: unknown): value is OrderDraft {
  if (!isRecord(value)) return false
  const { picks, ways, vendorId, delivery, terms, keys = {} } = value
  return (
    holds(picks, (each) => typeof each === 'boolean') &&
    holds(ways, (each) => each === 'document' || each === 'submit') &&
    typeof vendorId === 'string' &&
    holds(delivery, isText) &&
    holds(terms, isText) &&
    holds(keys, isText)
  )
}

export function isEmptyDraft(draft: OrderDraft): boolean {
  const { picks, ways, vendorId, delivery, terms, keys = {} } = draft
  const texts = [vendorId, ...Object.values(delivery), ...Object.values(terms)]
  return (
    [picks, ways, keys].every((part) => Object.keys(part).length === 0) &&
    texts.every((text) => text.trim() === '')
  )
}

/** The delivery as the API takes it: blank texts are left out. Undefined when nothing is said. */
export function deliveryInputOf(typed: OrderDraft['delivery']): OrderDeliveryInput | undefined {
  const textOf = (field: DeliveryField): string | undefined => typed[field]?.trim() || undefined
  const lines = addressLinesOf(typed.lines ?? '')
  const shipTo = given({
    name: textOf('name'),
    lines: lines.length > 0 ? lines : undefined,
    city: textOf('city'),
    region: textOf('region'),
    postalCode: textOf('postalCode'),
  })
  const contact = given({
    name: textOf('contactName'),
    phone: textOf('contactPhone'),
    email: textOf('contactEmail'),
  })
  return given({
    date: textOf('date'),
    window: windowOf(typed),
    method: textOf('method'),
    shipTo,
    placementNotes: textOf('placementNotes'),
    accessNotes: textOf('accessNotes'),
    contact,
  })
}

/** Undefined while one of two times is missing. */
function windowOf({ window, from, to }: OrderDraft['delivery']): string | undefined {
  if (window !== TIMES) return window || undefined
  return from && to ? `${from}-${to}` : undefined
}

/** Whether two times are asked for and do not name a span of the day. */
export const hasBadTimes = ({ window, from = '', to = '' }: OrderDraft['delivery']): boolean =>
  window === TIMES && (from === '' || to === '' || from >= to)

type Given<T> = { readonly [K in keyof T]: T[K] } | undefined

/** The parts that are there; undefined when none is. */
function given<T extends object>(parts: T): Given<T> {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? (Object.fromEntries(entries) as T) : undefined
}

const isText = (value: unknown): boolean => typeof value === 'string'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const holds = (value: unknown, isValid: (each: unknown) => boolean): boolean =>
  isRecord(value) && Object.values(value).every(isValid)
