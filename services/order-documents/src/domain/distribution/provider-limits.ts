import { characterCount } from '@takeoff/contracts/character-count'
import type { Delivery } from '../orders/delivery.ts'

/** The limits of a provider's order system. Null: the provider states no limit. Lengths are in characters. */
export interface ProviderLimits {
  readonly purchaseOrderNumberLength: number | null
  readonly purchaseOrderNumberRequired: boolean
  /** Lines of one order. */
  readonly lineCount: number | null
  /** Placement and access notes together, as `deliveryInstructionsOf` joins them. */
  readonly deliveryInstructionsLength: number | null
  /** How much of them the vendor's branch sees; longer ones are sent, and the caller is warned. */
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
export interface CheckedOrder {
  readonly purchaseOrderNumber: string | null
  readonly jobName: string | null
  readonly jobNumber: string
  readonly delivery: Delivery | null
  readonly lineCount: number
}

export interface LimitViolation {
  /** Path of the GraphQL argument to change, such as `delivery.shipTo.lines[1]`, or two, separated by a comma. */
  readonly argument: string
  /** Maximum characters or lines, or `required` where the value is missing. */
  readonly limit: number | 'required'
  /** The order's characters or lines; null where the value is missing. */
  readonly given: number | null
  /** The violation in words, without a full stop. */
  readonly message: string
}

/**
 * All values of an order that the provider would refuse or truncate, so that the caller can correct all of them
 * at once. This code truncates none of them.
 */
export function checkProviderLimits(limits: ProviderLimits, order: CheckedOrder): LimitViolation[] {
  const { purchaseOrderNumber, jobName, jobNumber, delivery, lineCount } = order
  return [
    ...checkRequired(
      'purchaseOrderNumber',
      purchaseOrderNumber,
      limits.purchaseOrderNumberRequired,
    ),
    ...checkLength('purchaseOrderNumber', purchaseOrderNumber, limits.purchaseOrderNumberLength),
    ...checkLength('jobName', jobName, limits.jobNameLength),
    ...checkLength('jobNumber', jobNumber, limits.jobNumberLength),
    ...checkAtMost('listItemIds', { given: lineCount, limit: limits.lineCount, unit: 'lines' }),
    ...checkDelivery(limits, delivery),
  ]
}

/** Warnings for values that arrive in full but are not shown in full at the provider. */
export function warnOfProviderLimits(limits: ProviderLimits, order: CheckedOrder): string[] {
  const seen = limits.deliveryInstructionsSeenLength
  const given = characterCount(deliveryInstructionsOf(order.delivery) ?? '')
  if (seen === null || given <= seen) return []
  return [
    `${notesArgument(order.delivery)}: the provider receives all ${given} characters, but its branch may see only about the first ${seen}. Put what matters most first.`,
  ]
}

/** Joins both delivery notes of an order: order systems accept only one text for the driver. */
export function deliveryInstructionsOf(delivery: Delivery | null): string | null {
  const notes = [delivery?.placementNotes, delivery?.accessNotes].filter(isGiven)
  return notes.length === 0 ? null : notes.join('\n')
}

function checkDelivery(limits: ProviderLimits, delivery: Delivery | null): LimitViolation[] {
  const isPickup = delivery?.method === 'PICKUP'
  const lines = delivery?.shipTo?.lines ?? []
  return [
    ...checkRequired('delivery.shipTo', lines.join(''), limits.shipToRequired && !isPickup),
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

function checkRequired(
  argument: string,
  text: string | null,
  isRequired: boolean,
): LimitViolation[] {
  if (!isRequired || isGiven(text)) return []
  return [{ argument, limit: 'required', given: null, message: `${argument} is required` }]
}

function checkLength(
  argument: string,
  text: string | null,
  limit: number | null,
): LimitViolation[] {
  return checkAtMost(argument, { given: characterCount(text ?? ''), limit, unit: 'characters' })
}

function checkAtMost(
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
