import { Exact } from '../exact.ts'
import type { ListState } from './list-state.ts'

/** The contract fields of a list that is not sold. */
export const withoutContract = {
  soldAt: null,
  contractLaborTotal: 0,
  contractMaterialSubtotal: 0,
  contractMaterialTax: 0,
  contractMaterialTotal: 0,
  contractOtherTotal: 0,
  contractPreDiscountPrice: 0,
  contractTotalCost: 0,
  contractTotalPrice: 0,
}

/** Freezes the current figures as the contract; an already sold list keeps its contract. */
export function sellList(list: ListState, now: Date): ListState {
  if (list.soldAt !== null) return list
  return {
    ...list,
    soldAt: now.toISOString(),
    contractLaborTotal: list.laborTotalCost,
    contractMaterialSubtotal: list.materialPretaxCost,
    contractMaterialTax: list.materialSalesTax,
    contractMaterialTotal: list.materialTotalCost,
    contractOtherTotal: list.otherTotalCost,
    contractPreDiscountPrice: new Exact(list.totalPrice).plus(list.totalDiscount).toNumber(),
    contractTotalCost: list.totalCost,
    contractTotalPrice: list.totalPrice,
  }
}

/** Revokes the sale and removes the contract. */
export function unsellList(list: ListState): ListState {
  return { ...list, ...withoutContract }
}
