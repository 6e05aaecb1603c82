import { NotFoundError } from '@takeoff/kit/values/errors'
import { Decimal } from 'decimal.js'
import type { Context } from '../context.ts'
import type { ListItem, ProductionList } from '../domain/orders/production-list.ts'

type Numbers = 'quantity' | 'unitCost' | 'pretaxCost' | 'taxPercent' | 'totalCost'

type ResultItem = Omit<ListItem, Numbers | 'sku' | 'vendorId'> & {
  readonly [K in Numbers]: number
} & { readonly SKU: string | null; readonly vendor: { readonly id: number } | null }

/** The compiler reports a field that is missing here or does not exist. */
const ITEM_FIELDS = {
  id: true,
  name: true,
  type: true,
  quantity: true,
  quantityUnits: true,
  listItemGroupName: true,
  SKU: true,
  color: true,
  notes: true,
  tradeType: true,
  unitCost: true,
  pretaxCost: true,
  taxPercent: true,
  totalCost: true,
} satisfies Record<Exclude<keyof ResultItem, 'vendor'>, true>

const QUERY = /* GraphQL */ `
  query ProductionListToOrder($id: Int!) {
    projectManagementProductionListById(id: $id) {
      id
      name
      salesOpportunity {
        orgId
        job {
          id
          name
        }
      }
      listItems {
        ${Object.keys(ITEM_FIELDS).join(' ')}
        vendor {
          id
        }
      }
    }
  }
`

interface QueryResult {
  readonly projectManagementProductionListById: {
    readonly id: number
    readonly name: string | null
    readonly salesOpportunity: { readonly orgId: number; readonly job: ProductionList['job'] }
    readonly listItems: readonly ResultItem[]
  } | null
}

/**
 * Reads a list as the caller, so that the caller's permissions on lists apply.
 * @param argument the argument that named it
 * @throws NotFoundError when it does not exist for the caller
 */
export async function fetchProductionList(
  { productionLists, caller, requestId, traceparent }: Context,
  id: number,
  argument: string,
): Promise<ProductionList> {
  const as = { caller, requestId, traceparent }
  const result = await productionLists.request<QueryResult>(QUERY, { id }, as)
  const list = result.projectManagementProductionListById
  if (list === null || !caller.orgIds.includes(list.salesOpportunity.orgId)) {
    throw new NotFoundError(
      `There is no production list ${id} in your organizations. Give the id of a list.`,
      argument,
    )
  }
  const { orgId, job } = list.salesOpportunity
  return { id: list.id, orgId, name: list.name, job, listItems: list.listItems.map(toListItem) }
}

function toListItem({ SKU, vendor, ...item }: ResultItem): ListItem {
  return {
    ...item,
    sku: SKU,
    vendorId: vendor?.id ?? null,
    quantity: toDigits(item.quantity),
    unitCost: toMoney(item.unitCost),
    pretaxCost: toMoney(item.pretaxCost),
    taxPercent: toDigits(item.taxPercent),
    totalCost: toMoney(item.totalCost),
  }
}

/** At least cents; a unit cost may be finer. */
function toMoney(amount: number): string {
  const digits = toDigits(amount)
  const point = digits.indexOf('.')
  if (point === -1) return `${digits}.00`
  return digits.padEnd(point + '.00'.length, '0')
}

/** A list of 5,000 items has 25,000 numbers; as decimals they would block the event loop for 30 ms. */
function toDigits(amount: number): string {
  const digits = String(amount)
  return digits.includes('e') ? new Decimal(amount).toFixed() : digits
}
