import { characterCount } from '@takeoff/contracts/character-count'
import type { Delivery } from '../orders/delivery.ts'

/** The limits of a provider's order system. `null`: it names no limit. Lengths are in characters. */
export interface ProviderLimits {
  readonly purchaseOrderNumberLength: number | null
  readonly purchaseOrderNumberRequired: boolean
  /** Lines of one order. */
  readonly lineCount: number | null
  /** Placement and access notes together, as `deliveryInstructionsOf` joins them. */
  readonly deliveryInstructionsLength: number | null
  /** How much of the instructions is shown at the branch; more is sent, with a warning. */
  readonly deliveryInstructionsSeenLength: number | null
  readonly jobNameLength: number | null
  readonly jobNumberLength: number | null
  /** Each line of the ship-to address. */
  readonly addressLineLength: number | null
  /** An order that is not picked up needs an address. */
  readonly shipToRequired: boolean
  /** The account number of a connection consists of digits only. */
  readonly numericAccountNumber: boolean
}

/** The parts of an order that a provider may limit. */
export interface LimitedOrder {
  readonly purchaseOrderNumber: string | null
  readonly jobName: string | null
  readonly jobNumber: string
  readonly delivery: Delivery | null
  readonly lines: readonly unknown[]
}

export interface LimitViolation {
  /** Path of the GraphQL argument to change, such as `delivery.shipTo.lines[1]`. */
  readonly argument: string
  /** Most characters or lines that the provider accepts. */
  readonly limit: number | 'required'
  /** How many were given. */
  readonly given: number | null
  /** Argument, given and limit as a part of a sentence. */
  readonly message: string
}

/**
 * All values of an order that the provider would refuse or cut, so that the caller can correct all of them
 * at once. Nothing is ever cut for the caller.
 */
export function checkProviderLimits(limits: ProviderLimits, order: LimitedOrder): LimitViolation[] {
  const { purchaseOrderNumber, jobName, jobNumber, delivery, lines } = order
  return [
    ...checkGiven('purchaseOrderNumber', purchaseOrderNumber, limits.purchaseOrderNumberRequired),
    ...checkLength('purchaseOrderNumber', purchaseOrderNumber, limits.purchaseOrderNumberLength),
    ...checkLength('jobName', jobName, limits.jobNameLength),
    ...checkLength('jobNumber', jobNumber, limits.jobNumberLength),
    ...checkMost('listItemIds', { given: lines.length, limit: limits.lineCount, unit: 'lines' }),
    ...checkDelivery(limits, delivery),
  ]
}

/** Warnings for values that arrive in full but are not shown in full at the provider. */
export function warnOfProviderLimits(limits: ProviderLimits, order: LimitedOrder): string[] {
  const seen = limits.deliveryInstructionsSeenLength
  const given = characterCount(deliveryInstructionsOf(order.delivery) ?? '')
  if (seen === null || given <= seen) return []
  return [
    `${notesArgument(order.delivery)}: the provider gets all ${given} characters, but its branch sees about the first ${seen} and may shorten them. Put what matters most first.`,
  ]
}

/** The single text for the driver that order systems accept, from the two of an order. */
export function deliveryInstructionsOf(delivery: Delivery | null): string | null {
  const notes = [delivery?.placementNotes, delivery?.accessNotes].filter(isGiven)
  return notes.length === 0 ? null : notes.join('\n')
}

function checkDelivery(limits: ProviderLimits, delivery: Delivery | null): LimitViolation[] {
  const isPickup = delivery?.method === 'PICKUP'
  const lines = delivery?.shipTo?.lines ?? []
  return [
    ...checkGiven('delivery.shipTo', lines.join(''), limits.shipToRequired && !isPickup),
    ...lines.flatMap((line, index) =>
      checkLength(`delivery.shipTo.lines[${index}]`, line, limits.addressLineLength),
    ),
    ...checkLength(
      notesArgument(delivery),
      deliveryInstructionsOf(delivery),
      limits.deliveryInstructionsLength,
    ),
  ]
}

function notesArgument(delivery: Delivery | null): string {
  const given = (['placementNotes', 'accessNotes'] as const).filter((name) =>
    isGiven(delivery?.[name]),
  )
  return given.map((name) => `delivery.${name}`).join(', ')
}

function checkGiven(argument: string, text: string | null, isRequired: boolean): LimitViolation[] {
  if (!isRequired || isGiven(text)) return []
  return [{ argument, limit: 'required', given: null, message: `${argument} is required` }]
}

function checkLength(
  argument: string,
  text: string | null,
  limit: number | null,
): LimitViolation[] {
  return checkMost(argument, { given: characterCount(text ?? ''), limit, unit: 'characters' })
}

function checkMost(
  argument: string,
  { given, limit, unit }: { given: number; limit: number | null; unit: string },
): LimitViolation[] {
  if (limit === null || given <= limit) return []
  const message = `${argument} has ${given} ${unit}, at most ${limit} are taken`
  return [{ argument, limit, given, message }]
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== ''
}
