import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'

const devEnv = sharedDevEnv()
const organization = await disposeAfterAll(createOrganization(devEnv))

interface Item {
  readonly id: number
  readonly type: string
  readonly measurement: number
  readonly calculatedQuantity: number
  readonly quantity: number
  readonly isManualMeasurement: boolean
  readonly unitCost: number
  readonly taxPercent: number
  readonly pretaxCost: number
  readonly totalCost: number
  readonly totalPrice: number
}

type List = Readonly<Record<string, number>> & {
  readonly version: number
  readonly listItems: readonly Item[]
}

const LIST = `id version
  laborTotalCost materialPretaxCost materialSalesTax materialTotalCost otherTotalCost
  totalCost totalDiscount totalPrice profitAmount profitMargin
  contractLaborTotal contractMaterialSubtotal contractMaterialTax contractMaterialTotal
  contractOtherTotal contractPreDiscountPrice contractTotalCost contractTotalPrice
  listItems { id type measurement calculatedQuantity quantity isManualMeasurement
    unitCost taxPercent pretaxCost totalCost totalPrice }`

async function read(id: number, token = organization.token): Promise<List> {
  const data = await graphqlData<{ projectManagementProductionListById: List }>(
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

describe('the takeoff, through the API', () => {
  test('the worked example: 21.94 squares, 0.32 a piece, 10 % waste → 75.41875 → 76, 1497.20', async () => {
    const { listId } = await createList(organization, [
      {
        measure: [{ measure: 'roof_area' }],
        coverage: 0.32,
        wasteFactor: 0.1,
        quantityUnits: 'PIECES',
        unitCost: 19.7,
        taxPercent: 0,
      },
    ])
    const { listItems } = await read(listId)
    expect(listItems).toMatchObject([
      {
        measurement: 21.94,
        calculatedQuantity: 75.41875,
        quantity: 76,
        unitCost: 19.7,
        pretaxCost: 1497.2,
        totalCost: 1497.2,
      },
    ])
  })

  test('exactly 55 stays 55: 50 × 1.1 has no binary rounding error', async () => {
    const { listId } = await createList(
      organization,
      [
        {
          measure: [{ measure: 'rakes' }],
          measurementUnits: 'linear_feet',
          coverage: 1,
          wasteFactor: 0.1,
        },
      ],
      { roof: { rakes: { length: 50 } } },
    )
    const { listItems } = await read(listId)
    expect(listItems).toMatchObject([{ calculatedQuantity: 55, quantity: 55 }])
  })

  test('the totals of every development list equal the sums over its items', async () => {
    const { details } = devEnv
    for (let id = details.productionListId; id <= details.otherOrgProductionListId; id += 1) {
      const own = await read(id, details.tokens.admin)
      const list = own ?? (await read(id, details.tokens.otherOrg))
      expect(list).toMatchObject(totalsOf(list.listItems))
    }
  })

  test('contract figures are 0 before the job is sold', async () => {
    const list = await read(devEnv.details.productionListId, devEnv.details.tokens.reader)
    const contract = Object.entries(list).filter(([name]) => name.startsWith('contract'))
    expect(contract).toHaveLength(8)
    expect(contract.every(([, figure]) => figure === 0)).toBe(true)
  })

  test('with a manual quantity the computed one stays readable, and every total changes', async () => {
    const { listId, itemIds } = await createList(organization, [
      {},
      { type: 'LABOR', vendorId: null },
    ])
    const before = await read(listId)
    await graphqlData(
      `mutation ($id: Int!, $items: [ListItemUpdate!]) {
        projectManagementProductionListUpdate(id: $id, listItems: $items, version: 1) { productionList { id } } }`,
      { id: listId, items: [{ id: itemIds[0], quantity: 100.5, unitCost: 33.333 }] },
      { token: organization.token },
    )
    const after = await read(listId)
    expect(after.version).toBe(2)
    expect(after.listItems[0]).toMatchObject({
      calculatedQuantity: before.listItems[0]?.calculatedQuantity,
      quantity: 100.5,
      isManualMeasurement: true,
      unitCost: 33.333,
      // 100.5 × 33.333 = 3349.9665, half-up to cents.
      pretaxCost: 3349.97,
    })
    expect(after.listItems[1]).toEqual(before.listItems[1])
    expect(after).toMatchObject(totalsOf(after.listItems))
  })
})
