import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'

const devEnv = sharedDevEnv()

interface Item {
  readonly type: string
  readonly pretaxCost: number
  readonly totalCost: number
  readonly totalPrice: number
}

interface List {
  readonly listItems: readonly Item[]
}

const LIST = `laborTotalCost materialPretaxCost materialSalesTax materialTotalCost otherTotalCost
  totalCost totalDiscount totalPrice profitAmount profitMargin
  listItems { type pretaxCost totalCost totalPrice }`

/** Null for a list of another organization than the token's. */
async function read(id: number, token: string): Promise<List | null> {
  const data = await graphqlData<{ projectManagementProductionListById: List | null }>(
    `{ projectManagementProductionListById(id: ${id}) { ${LIST} } }`,
    {},
    { token },
  )
  return data.projectManagementProductionListById
}

/** The totals of takeoff.md, computed from the items alone. */
function totalsOf(items: readonly Item[]): Record<string, number> {
  const sum = (figure: 'pretaxCost' | 'totalCost' | 'totalPrice', type?: string): Decimal =>
    items
      .filter((item) => type === undefined || item.type === type)
      .reduce((total, item) => total.plus(item[figure]), new Decimal(0))
  const totalCost = sum('totalCost')
  const totalPrice = sum('totalPrice')
  const profit = totalPrice.minus(totalCost)
  return {
    laborTotalCost: sum('totalCost', 'LABOR').toNumber(),
    materialPretaxCost: sum('pretaxCost', 'MATERIAL').toNumber(),
    materialSalesTax: sum('totalCost', 'MATERIAL').minus(sum('pretaxCost', 'MATERIAL')).toNumber(),
    materialTotalCost: sum('totalCost', 'MATERIAL').toNumber(),
    otherTotalCost: sum('totalCost', 'OTHER').toNumber(),
    totalCost: totalCost.toNumber(),
    totalDiscount: 0,
    totalPrice: totalPrice.toNumber(),
    profitAmount: profit.toNumber(),
    profitMargin: totalPrice.isZero()
      ? 0
      : profit.div(totalPrice).times(100).toDecimalPlaces(4).toNumber(),
  }
}

test('the totals of every development list equal the sums over its items', async () => {
  const { details } = devEnv
  for (let id = details.productionListId; id <= details.otherOrgProductionListId; id += 1) {
    const own = await read(id, details.tokens.admin)
    const list = own ?? (await read(id, details.tokens.otherOrg))
    expect(list).toMatchObject(totalsOf(list?.listItems ?? []))
  }
})
