import { shortened } from '@takeoff/contracts/character-count'
import { AppError, BadUserInputError } from '@takeoff/kit/values/errors'
import type { LimitViolation } from '../domain/distribution/provider-limits.ts'
import type { OrderLine } from '../domain/orders/order-line.ts'

const ITEMS_SHOWN_MAX = 10
const VENDOR_ARGUMENT = 'vendorId'
const ITEMS_ARGUMENT = 'listItemIds'
const EVERY_ITEM =
  'listItemIds was left out, which orders every MATERIAL item of the vendor or of none'

class ProviderNotConnectedError extends AppError {
  override readonly code = 'PROVIDER_NOT_CONNECTED'
}

class ProviderLimitExceededError extends AppError {
  override readonly code = 'PROVIDER_LIMIT_EXCEEDED'
}

export function notConnected(vendorName: string): AppError {
  return new ProviderNotConnectedError(
    `${vendorName} takes no orders through a provider: it is not connected. Connect it with vendorConnect, or order by document.`,
    { argument: VENDOR_ARGUMENT },
  )
}

/** The vendor is connected with a provider whose address this installation no longer has. */
export function unreachableProvider(vendorName: string, identifier: string): AppError {
  return new ProviderNotConnectedError(
    `${vendorName} is connected with ${identifier}, which is not set up in this installation. Choose one of orderProviders that isConfigured.`,
    { argument: VENDOR_ARGUMENT },
  )
}

/** The arguments that were left out, and that have a default which a provider may refuse. */
interface LeftOut {
  readonly jobName: boolean
  readonly listItemIds: boolean
}

export function limitsExceeded(
  providerName: string,
  violations: readonly LimitViolation[],
  leftOut: LeftOut,
): AppError {
  const limits = violations.map(({ argument, limit, given }) => ({ argument, limit, given }))
  const messages = violations
    .map(({ argument, message }) => `${message}${originOf(argument, leftOut)}`)
    .join('; ')
  return new ProviderLimitExceededError(`${providerName} would not take this order: ${messages}.`, {
    argument: violations[0]?.argument,
    limits,
  })
}

/** Where a value comes from that the caller did not send. */
function originOf(argument: string, leftOut: LeftOut): string {
  if (argument === 'jobNumber') return ' (it is the id of the job)'
  if (argument === 'jobName' && leftOut.jobName)
    return ' (it is the name of the job, because jobName was left out)'
  return argument === 'listItemIds' && leftOut.listItemIds ? ` (${EVERY_ITEM})` : ''
}

export function laborOrdered(): AppError {
  return new BadUserInputError(
    'A supplier delivers materials: order LABOR by document, with projectManagementOrderDocumentCreate.',
    ITEMS_ARGUMENT,
  )
}

export function nothingOfVendor(vendorId: number): AppError {
  return new BadUserInputError(
    `Every MATERIAL item of the list is tied to another vendor than ${vendorId}. Name the items to order in listItemIds.`,
    ITEMS_ARGUMENT,
  )
}

/** @param areNamed whether the caller named the items; else all materials were chosen */
export function nothingOrdered(areNamed: boolean): AppError {
  return new BadUserInputError(
    `Every item has the quantity 0: there is nothing to order.${explain(areNamed)}`,
    ITEMS_ARGUMENT,
  )
}

function explain(areNamed: boolean): string {
  return areNamed ? '' : ` (${EVERY_ITEM}.)`
}

export function skuMissing(
  providerName: string,
  lines: readonly OrderLine[],
  areNamed: boolean,
): AppError {
  const listItemIds = lines.map(({ listItemId }) => listItemId)
  return new BadUserInputError(
    `${providerName} takes orders by SKU, and ${namesOf(lines)} has none. Give the items a SKU, or order them by document.${explain(areNamed)}`,
    ITEMS_ARGUMENT,
    { listItemIds },
  )
}

/** Warns of items of which the list needs none. */
export function leftOutWarnings(lines: readonly OrderLine[]): string[] {
  if (lines.length === 0) return []
  return [`listItemIds: left out, for the list needs none: ${namesOf(lines)}.`]
}

function namesOf(lines: readonly OrderLine[]): string {
  const shown = lines
    .slice(0, ITEMS_SHOWN_MAX)
    .map(({ listItemId, name }) => `${listItemId} (${shortened(name, 40)})`)
  const more = lines.length - ITEMS_SHOWN_MAX
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
