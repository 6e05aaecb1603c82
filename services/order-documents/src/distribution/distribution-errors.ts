import { AppError, BadUserInputError } from '@takeoff/kit/values/errors'
import type { LimitViolation } from '../domain/distribution/provider-limits.ts'
import type { OrderLine } from '../domain/orders/order-line.ts'

const ITEMS_SHOWN_MAX = 10
const VENDOR_ARGUMENT = 'vendorId'
const ITEMS_ARGUMENT = 'listItemIds'

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
    `${vendorName} is connected with ${identifier}, which is not set up in this installation. Choose one of orderProviders.`,
    { argument: VENDOR_ARGUMENT },
  )
}

export function limitsExceeded(
  providerName: string,
  violations: readonly LimitViolation[],
): AppError {
  const limits = violations.map(({ argument, limit, given }) => ({ argument, limit, given }))
  const messages = violations.map(({ message }) => message).join('; ')
  return new ProviderLimitExceededError(`${providerName} would not take this order: ${messages}.`, {
    argument: violations[0]?.argument,
    limits,
  })
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

export function nothingOrdered(): AppError {
  return new BadUserInputError(
    'Every item has the quantity 0: there is nothing to order.',
    ITEMS_ARGUMENT,
  )
}

export function skuMissing(providerName: string, lines: readonly OrderLine[]): AppError {
  const listItemIds = lines.map(({ listItemId }) => listItemId)
  return new BadUserInputError(
    `${providerName} takes orders by SKU, and ${namesOf(lines)} has none. Give the items a SKU, or order them by document.`,
    ITEMS_ARGUMENT,
    { listItemIds },
  )
}

/** A warning. */
export function leftOut(lines: readonly OrderLine[]): string {
  return `listItemIds: left out, for the list needs none: ${namesOf(lines)}.`
}

function namesOf(lines: readonly OrderLine[]): string {
  const shown = lines
    .slice(0, ITEMS_SHOWN_MAX)
    .map(({ listItemId, name }) => `${listItemId} (${Array.from(name).slice(0, 40).join('')})`)
  const more = lines.length - ITEMS_SHOWN_MAX
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
