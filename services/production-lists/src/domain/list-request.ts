import { duplicateFault, numberFault, textFault } from './input-fault.ts'
import type { InputFault } from './input-fault.ts'
import {
  colorLengthMax,
  listItemUpdatesMax,
  listNameLengthMax,
  notesLengthMax,
  quantityDecimalsMax,
  quantityMax,
  templatesMax,
  unitCostDecimalsMax,
  unitCostMax,
} from './limits.ts'

/** A request for a new list. */
export interface NewListRequest {
  readonly jobId: number
  readonly templateIds: readonly number[]
  readonly name?: string | null | undefined
}

/** A request to change a list; undefined leaves as it is, null clears. */
export interface ListChangeRequest {
  readonly id: number
  readonly name?: string | null | undefined
  readonly listItems?: readonly ListItemChangeRequest[] | null | undefined
  readonly version?: number | null | undefined
}

export interface ListItemChangeRequest {
  readonly id: number
  readonly quantity?: number | null | undefined
  readonly unitCost?: number | null | undefined
  readonly color?: string | null | undefined
  readonly notes?: string | null | undefined
  readonly vendorId?: number | null | undefined
}

/** The first fault that shows without looking anything up. */
export function newListFault({ templateIds, name }: NewListRequest): InputFault | undefined {
  if (templateIds.length === 0) {
    return { argument: 'templateIds', message: 'templateIds must name at least one template.' }
  }
  if (templateIds.length > templatesMax) {
    return { argument: 'templateIds', message: `templateIds may name ${templatesMax} templates.` }
  }
  return duplicateFault('templateIds', templateIds) ?? nameFault(name)
}

/** The first fault that shows without looking anything up. */
export function listChangeFault({ name, listItems }: ListChangeRequest): InputFault | undefined {
  const items = listItems ?? []
  if (items.length > listItemUpdatesMax) {
    return {
      argument: 'listItems',
      message: `listItems may change ${listItemUpdatesMax} items at once.`,
    }
  }

  const ids = items.map(({ id }) => id)
  const fault = nameFault(name) ?? duplicateFault('listItems', ids, '.id')
  if (fault !== undefined) return fault
  for (const [index, item] of items.entries()) {
    const itemFault = listItemFault(`listItems[${index}]`, item)
    if (itemFault !== undefined) return itemFault
  }
  return undefined
}

function nameFault(name: string | null | undefined): InputFault | undefined {
  if (name?.trim() === '') return { argument: 'name', message: 'name must not be blank.' }
  return textFault('name', name, listNameLengthMax)
}

function listItemFault(path: string, item: ListItemChangeRequest): InputFault | undefined {
  const quantityLimits = { max: quantityMax, decimalsMax: quantityDecimalsMax }
  const unitCostLimits = { max: unitCostMax, decimalsMax: unitCostDecimalsMax }
  if (item.unitCost === null) {
    return { argument: `${path}.unitCost`, message: `${path}.unitCost must be a number.` }
  }
  return (
    numberFault(`${path}.quantity`, item.quantity, quantityLimits) ??
    numberFault(`${path}.unitCost`, item.unitCost, unitCostLimits) ??
    textFault(`${path}.color`, item.color, colorLengthMax) ??
    textFault(`${path}.notes`, item.notes, notesLengthMax)
  )
}
