import { shortened } from '@takeoff/contracts/character-count'
import { ORDERS_OF_CALL_MAX } from '@takeoff/contracts/order-limits'
import { assertNever } from '@takeoff/kit/values/invariant'
import { AppError, BadUserInputError } from '@takeoff/kit/values/errors'
import type { OrderRejection } from '../domain/orders/order.ts'
import type { ChangedUnit } from '../domain/orders/split-order.ts'

const IDS_SHOWN_MAX = 10
const ITEMS_ARGUMENT = 'listItemIds'

class VendorRequiredError extends AppError {
  override readonly code = 'VENDOR_REQUIRED'
}

class VendorAmbiguousError extends AppError {
  override readonly code = 'VENDOR_AMBIGUOUS'
}

/**
 * The error for a caller when the list cannot be ordered as requested.
 * @param vendorArgument the argument of the call that names a vendor
 */
export function orderRejected(rejection: OrderRejection, vendorArgument: string): AppError {
  switch (rejection.kind) {
    case 'no-items-named':
      return badItems('listItemIds is empty. Name items, or leave it out to order all materials.')
    case 'no-material-items':
      return badItems('The list has no MATERIAL items. Name the items to order in listItemIds.')
    case 'malformed-list-item-ids':
      return badItems(`Not a list item id: ${show(rejection.ids.map((id) => JSON.stringify(id)))}.`)
    case 'unknown-list-items':
      return badItems(`Not in this list: ${show(rejection.ids)}. Give ids of its items.`)
    case 'repeated-list-items':
      return badItems(`Named more than once: ${show(rejection.ids)}. Name each item once.`)
    case 'not-orderable':
      return badItems(
        `Only MATERIAL and LABOR items can be ordered, not ${show(rejection.listItemIds)}.`,
      )
    case 'mixed-types':
      return badItems(
        `One order is all MATERIAL or all LABOR. Order MATERIAL ${show(rejection.materialIds)} and LABOR ${show(rejection.laborIds)} apart.`,
      )
    case 'vendor-required':
      return new VendorRequiredError(
        `Every order is tied to a vendor, and these items have none: ${show(rejection.listItemIds)}. Give ${vendorArgument}.`,
        { argument: vendorArgument, listItemIds: rejection.listItemIds },
      )
    case 'vendor-ambiguous':
      return new VendorAmbiguousError(
        `The items come from several vendors. Order from each with projectManagementOrderDocumentsCreateByVendor, name one vendor's items in listItemIds, or give ${vendorArgument}.`,
        {
          argument: vendorArgument,
          vendors: rejection.vendors,
          listItemIdsWithoutVendor: rejection.listItemIdsWithoutVendor,
        },
      )
    default:
      return assertNever(rejection, 'rejection')
  }
}

/** The error for a call that orders what is left of items, where that is not known. */
export function unitChanged(items: readonly ChangedUnit[]): AppError {
  const shown = items.map(
    ({ listItemId, unit, orderedUnits }) =>
      `${listItemId} (${orderedUnits.join(', ')}, now ${unit})`,
  )
  return badItems(
    `Ordered in another unit than the list counts now, so that what is left is not known: ${show(shown)}. Name the items to order in listItemIds.`,
  )
}

/** The error for a call that would place more orders than one call may. */
export function tooManyOrders(count: number): AppError {
  return badItems(
    `The items make ${count} orders, one for each vendor and kind; one call places at most ${ORDERS_OF_CALL_MAX}. Name some of the items in listItemIds.`,
  )
}

/** Warns of items that the list ties to other vendors than the one that they are ordered from. */
export function otherVendorWarnings(listItemIds: readonly number[]): string[] {
  if (listItemIds.length === 0) return []
  return [`The list ties items to other vendors than the one of this order: ${show(listItemIds)}.`]
}

function badItems(message: string): BadUserInputError {
  return new BadUserInputError(message, ITEMS_ARGUMENT)
}

function show(ids: readonly (string | number)[]): string {
  const more = ids.length - IDS_SHOWN_MAX
  const shown = ids.slice(0, IDS_SHOWN_MAX).map((id) => shortened(String(id), 40))
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
