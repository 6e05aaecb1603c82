import {
  DistributionOrderCancelDocument,
  DistributionOrderCreateDocument,
  JobUpsertDocument,
  OrderCancelDocument,
  OrderChangeDocument,
  OrderDocumentCreateDocument,
  OrderReorderDocument,
  ProductionListCreateDocument,
  ProductionListMarkSoldDocument,
  ProductionListUpdateDocument,
  VendorArchiveDocument,
  VendorConnectDocument,
  VendorCreateDocument,
  VendorRestoreDocument,
  VendorUpdateDocument,
} from '../../../services/client/src/generated/operations.ts'
import type { Client } from '../../../services/client/src/client.ts'
import type { Organization } from '../../support/organization.ts'
import type { SharedDevEnv } from './dev-env.ts'

interface List {
  readonly id: number
  readonly items: readonly number[]
}
interface Order {
  readonly id: string
  readonly list: List
}

/** Changes an organization's data through the API in every way that a copy must follow. */
export interface Office {
  /** Makes a change of a random kind, which may overtake others. */
  change(): Promise<void>
  /** How many changes of each kind were made. */
  readonly tally: ReadonlyMap<string, number>
}

/** Creates an organization's first jobs, vendors and lists. */
export async function createOffice(
  organization: Organization,
  { client, devEnv, random }: { client: Client; devEnv: SharedDevEnv; random: () => number },
): Promise<Office> {
  const { orgId } = organization
  const vendorId = await organization.createVendor()
  const { accessToken } = devEnv.details.providerSimulator
  const connection = {
    providerIdentifier: 'abc-supply',
    accountNumber: String(orgId),
    accessToken,
  }
  await client.request(VendorConnectDocument, { id: vendorId, connection })
  const lines = [{ name: 'Shingles' }, { name: 'Ridge caps' }, { name: 'Drip edge' }]
  const templateId = await organization.createTemplate(lines.map((line) => ({ ...line, vendorId })))
  const measured = [await organization.createJob(), await organization.createJob()]
  const jobs = [...measured]
  const lists: List[] = []
  const extraVendors: number[] = []
  const archivedVendors: number[] = []
  const extraItems: { readonly list: List; readonly id: number }[] = []
  const orders: Order[] = []
  const distributionOrders: string[] = []
  const tally = new Map<string, number>()
  let count = 0

  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  /** Takes one out, so that no two callers change the same. */
  const take = <T>(from: T[]): T | undefined =>
    from.splice(Math.floor(random() * from.length), 1)[0]
  const name = (): string => `name ${(count += 1)}`
  const aList = (): List => pick(lists) ?? { id: 0, items: [] }

  async function createList(): Promise<void> {
    const variables = { jobId: pick(measured) ?? 0, templateIds: [templateId], name: name() }
    const { data } = await client.request(ProductionListCreateDocument, variables)
    const list = data.projectManagementProductionListCreate?.productionList
    if (list) lists.push({ id: list.id, items: list.listItems.map(({ id }) => id) })
  }
  async function placeOrder(): Promise<void> {
    const list = aList()
    const { data } = await client.request(OrderDocumentCreateDocument, {
      orderDocumentAttributes: { productionListId: list.id, vendorId },
      listItemIds: list.items,
      purchaseOrderNumber: name(),
    })
    const order = data.projectManagementOrderDocumentCreate?.orderDocument?.order
    if (order) orders.push({ id: order.id, list })
  }
  const withOrder = (use: (order: Order) => Promise<void>) => async (): Promise<void> => {
    const order = take(orders)
    await (order === undefined ? placeOrder() : use(order))
  }
  await Promise.all([createList(), createList(), createList(), createList()])

  /** Each kind with its weight. */
  const kinds: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    [
      'list renamed',
      15,
      () => client.request(ProductionListUpdateDocument, { id: aList().id, name: name() }),
    ],
    [
      'quantity changed',
      20,
      () => {
        const { id, items } = aList()
        const listItems = [{ id: pick(items) ?? 0, quantity: 1 + Math.floor(random() * 100) }]
        return client.request(ProductionListUpdateDocument, { id, listItems })
      },
    ],
    [
      'item added',
      6,
      async () => {
        const list = aList()
        const added = { name: name(), quantityUnits: 'EACH', quantity: 2, unitCost: 3.5 }
        const { data } = await client.request(ProductionListUpdateDocument, {
          id: list.id,
          addListItems: [added],
        })
        const items = data.projectManagementProductionListUpdate?.productionList?.listItems ?? []
        const item = items.find((item) => item.name === added.name)
        if (item) extraItems.push({ list, id: item.id })
      },
    ],
    [
      'item removed',
      5,
      async () => {
        const item = take(extraItems)
        if (item === undefined) return createList()
        const variables = { id: item.list.id, removeListItemIds: [item.id] }
        await client.request(ProductionListUpdateDocument, variables)
      },
    ],
    [
      'list sold',
      3,
      () =>
        client.request(ProductionListMarkSoldDocument, { id: aList().id, sold: random() < 0.5 }),
    ],
    ['list created', 3, createList],
    ['order placed', 12, placeOrder],
    [
      'order cancelled',
      8,
      withOrder(async ({ id }) => void (await client.request(OrderCancelDocument, { id }))),
    ],
    [
      'order replaced',
      8,
      withOrder(async ({ id, list }) => {
        const { data } = await client.request(OrderReorderDocument, { id })
        const order = data.projectManagementOrderReorder?.orderDocument?.order
        if (order) orders.push({ id: order.id, list })
      }),
    ],
    [
      'order changed',
      5,
      withOrder(async ({ id, list }) => {
        const additions = [{ listItemId: list.items[0] ?? 0, quantity: 2 }]
        await client.request(OrderChangeDocument, { id, additions })
      }),
    ],
    [
      'distribution order placed',
      3,
      async () => {
        const list = aList()
        const { data } = await client.request(DistributionOrderCreateDocument, {
          productionListId: list.id,
          vendorId,
          listItemIds: list.items,
          purchaseOrderNumber: name(),
        })
        const id = data.projectManagementDistributionOrderCreate?.distributionOrder?.id
        if (id !== undefined) distributionOrders.push(id)
      },
    ],
    [
      'distribution order cancelled',
      2,
      async () => {
        const id = take(distributionOrders)
        if (id === undefined) return placeOrder()
        await client.request(DistributionOrderCancelDocument, { id })
      },
    ],
    [
      'vendor renamed',
      3,
      () =>
        client.request(VendorUpdateDocument, {
          id: pick([vendorId, ...extraVendors]) ?? vendorId,
          vendor: { vendorName: name() },
        }),
    ],
    [
      'vendor created or archived',
      3,
      async () => {
        const id = take(extraVendors)
        if (id !== undefined) {
          await client.request(VendorArchiveDocument, { id })
          archivedVendors.push(id)
        }
        const vendor = { vendorName: name() }
        const { data } = await client.request(VendorCreateDocument, { orgId, vendor })
        if (data.vendorCreate?.vendor) extraVendors.push(data.vendorCreate.vendor.id)
      },
    ],
    [
      'vendor restored',
      1,
      async () => {
        const id = take(archivedVendors)
        if (id !== undefined) await client.request(VendorRestoreDocument, { id })
      },
    ],
    [
      'job renamed',
      3,
      () => client.request(JobUpsertDocument, { orgId, id: pick(jobs) ?? 0, name: name() }),
    ],
    [
      'job created',
      2,
      async () => {
        const { data } = await client.request(JobUpsertDocument, { orgId, name: name() })
        if (data.jobUpsert?.job) jobs.push(data.jobUpsert.job.id)
      },
    ],
  ]
  const weights = kinds.reduce((sum, [, weight]) => sum + weight, 0)
  return {
    tally,
    async change() {
      let left = random() * weights
      const [kind, , make] = kinds.find(([, weight]) => (left -= weight) < 0) ?? kinds[0] ?? []
      if (kind === undefined || make === undefined) throw new Error('there are no kinds')
      await make()
      tally.set(kind, (tally.get(kind) ?? 0) + 1)
    },
  }
}
