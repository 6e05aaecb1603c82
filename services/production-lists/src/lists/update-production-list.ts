import { requireVisibleToChange } from '@takeoff/kit/security/sensitive-fields'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { findProductSkus } from '../db/templates/product-reads.ts'
import { editList } from '../domain/lists/edit-list.ts'
import { listChangeViolation } from '../domain/lists/list-request.ts'
import type { ListChangeRequest } from '../domain/lists/list-request.ts'
import { requireVendors, requireVendorsInUse } from '../find-vendors.ts'
import type { NamedVendor } from '../find-vendors.ts'
import { changeProductionList } from './change-production-list.ts'

/**
 * Changes a list and its items; applies all changes or none. Without a change there is no new version and no
 * event.
 * @throws NotFoundError for a list outside the caller's organizations
 * @throws ConflictError with `currentVersion` when the caller's version is not the current one
 * @throws BadUserInputError naming the invalid argument
 * @throws ForbiddenError for a unit cost or a markup of an item from a caller who may not see costs
 */
export async function updateProductionList(
  context: Context,
  request: ListChangeRequest,
): Promise<ProductionListRow> {
  requireNoViolation(listChangeViolation(request))
  const named = [
    ...vendorsNamedIn('listItems', request.listItems),
    ...vendorsNamedIn('addListItems', request.addListItems),
  ]
  const change = {
    request,
    action: 'updated' as const,
    argument: argumentOf(request),
    operation: 'projectManagementProductionListUpdate',
    vendorIds: named.map(({ vendorId }) => vendorId),
  }
  return changeProductionList(context, change, async (list, sql, vendors) => {
    const argument = costChangedBy(request)
    if (argument !== undefined)
      requireVisibleToChange(context.caller, list, { name: 'ListItem.unitCost', argument })
    requireVendors(vendors, list.orgId, named)
    const vendorOf = new Map(list.items.map((item) => [item.id, item.vendorId]))
    const tied = named.filter(({ id, vendorId }) => vendorOf.get(id ?? 0) !== vendorId)
    requireVendorsInUse(vendors, tied)
    const catalog = await findProductSkus(sql, list.orgId, productIdsOf(request))
    const edited = editList(list, request, catalog)
    if (edited.kind === 'edited') return edited.list
    throw new BadUserInputError(edited.message, edited.argument)
  })
}

/** From a markup or a cost that it has chosen, a caller would calculate the other one by the new price. */
function costChangedBy({ listItems }: ListChangeRequest): string | undefined {
  for (const [index, { unitCost, markup }] of (listItems ?? []).entries()) {
    if (unitCost !== undefined) return `listItems[${index}].unitCost`
    if (markup !== undefined) return `listItems[${index}].markup`
  }
  return undefined
}

/** The argument to name when the list is too large or too expensive and no single item is the cause. */
function argumentOf(request: ListChangeRequest): string {
  if (request.totalDiscount !== undefined) return 'totalDiscount'
  const itemArguments = ['listItems', 'addListItems', 'removeListItemIds'] as const
  return itemArguments.find((name) => (request[name] ?? []).length > 0) ?? 'id'
}

/** An item of a request; a new one has no id yet. */
interface NamingItem {
  readonly id?: number | undefined
  readonly vendorId?: Optional<number>
}

function vendorsNamedIn(
  argument: string,
  items: Optional<readonly NamingItem[]>,
): (NamedVendor & NamingItem)[] {
  return (items ?? []).map(({ id, vendorId }, index) => ({
    id,
    vendorId,
    argument: `${argument}[${index}].vendorId`,
  }))
}

function productIdsOf({ addListItems }: ListChangeRequest): number[] {
  return (addListItems ?? [])
    .map(({ productId }) => productId)
    .filter((productId) => typeof productId === 'number')
}
