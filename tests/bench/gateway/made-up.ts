/** Generated lists and orders. The id of a list identifies its shape. */
const SHAPES = [
  { items: 0, documents: 10 },
  { items: 10, documents: 2 },
  { items: 60, documents: 2 },
  { items: 200, documents: 1 },
  { items: 600, documents: 2 },
  { items: 5000, documents: 2 },
] as const
const LISTS_OF_SHAPE = 100
const DOCUMENTS_MAX = 20
const ITEMS_MAX = 10_000
const VENDORS = 3
const GROUPS = ['Shingles', 'Underlayment', 'Flashing', 'Ventilation', 'Fasteners']
const TIME = '2026-03-14T15:09:26.535Z'

type Shape = (typeof SHAPES)[number]

/** The nth list with this many items. */
export function listIdOf(items: Shape['items'], index: number): number {
  return SHAPES.findIndex((shape) => shape.items === items) * LISTS_OF_SHAPE + index
}

function shapeOf(listId: number): Shape {
  const shape = SHAPES[Math.floor(listId / LISTS_OF_SHAPE)]
  if (shape === undefined) throw new Error(`there is no list ${listId}`)
  return shape
}

/** The id of the nth document of a list; an order has one document, of the same id. */
export function documentIdOf(listId: number, index: number): string {
  return uuid(listId * DOCUMENTS_MAX + index)
}

function uuid(number: number): string {
  return `019cec7a-5a00-7000-8000-${number.toString().padStart(12, '0')}`
}

interface Reference {
  readonly id: number
}

/** The resolvers of each subgraph; other fields are read from the objects that the resolvers return. */
export const resolvers = {
  'production-lists': {
    Query: {
      projectManagementProductionListById: (_: unknown, { id }: Reference) => list(id),
    },
    ProductionList: { __resolveReference: ({ id }: Reference) => list(id) },
    ListItem: { __resolveReference: ({ id }: Reference) => item(id) },
  },
  'order-documents': {
    Query: {
      projectManagementOrderDocuments: (
        _: unknown,
        { orderDocumentIds }: { readonly orderDocumentIds: readonly string[] },
      ) => orderDocumentIds.map((id) => document(...indexesOf(id))),
    },
    Mutation: {
      projectManagementOrderDocumentCreate: (
        _: unknown,
        { orderDocumentAttributes }: { orderDocumentAttributes: { productionListId: string } },
      ) => ({ orderDocument: document(Number(orderDocumentAttributes.productionListId), 0) }),
    },
    ProductionList: {
      __resolveReference: ({ id }: Reference) => ({ id, orders: () => orders(id) }),
    },
    // Some gateways request the fields of an order by its reference, in a request of their own.
    Order: { __resolveReference: ({ id }: { readonly id: string }) => order(...indexesOf(id)) },
    Vendor: { __resolveReference: ({ id }: Reference) => vendor(id) },
  },
  webhooks: {},
}

function list(id: number): object {
  const itemIds = itemIdsOf(id)
  return {
    id,
    name: 'Roof replacement, front and back',
    createdAt: TIME,
    contractLaborTotal: 4210.5,
    contractMaterialSubtotal: 9210.25,
    contractMaterialTax: 667.74,
    contractMaterialTotal: 9877.99,
    contractOtherTotal: 310,
    contractPreDiscountPrice: 16_400,
    contractTotalCost: 14_398.49,
    contractTotalPrice: 15_990,
    laborTotalCost: 4210.5,
    materialPretaxCost: 9210.25,
    materialSalesTax: 667.74,
    materialTotalCost: 9877.99,
    otherTotalCost: 310,
    profitAmount: 1591.51,
    profitMargin: 9.95,
    totalCost: 14_398.49,
    totalDiscount: 410,
    totalPrice: 15_990,
    salesOpportunity: { id, orgId: 1, job: { id, name: 'Main Street 1' } },
    listItems: () => itemIds.map(item),
  }
}

function itemIdsOf(listId: number): number[] {
  return Array.from({ length: shapeOf(listId).items }, (_, index) => listId * ITEMS_MAX + index)
}

function item(id: number): object {
  const index = id % ITEMS_MAX
  return {
    id,
    name: `Architectural Shingles, Weathered Wood ${index + 1}`,
    calculatedQuantity: index + 1.25,
    quantity: index + 2,
    quantityUnits: 'BUNDLES',
    measurement: index + 0.5,
    measurementUnits: 'SQUARES',
    isManualMeasurement: false,
    listItemGroupName: GROUPS[index % GROUPS.length],
    color: 'Weathered Wood',
    notes: 'Deliver with the first load.',
    pretaxCost: 100.5 * (index + 1),
    taxPercent: 7.25,
    totalCost: 107.75 * (index + 1),
    totalPrice: 120.5 * (index + 1),
    unitCost: 33.5,
    wasteFactor: 10,
    tradeType: 'ROOFING',
    type: 'MATERIAL',
    SKU: `SKU-${index + 1}`,
    sortOrder: index,
    product: {
      name: 'Architectural Shingles',
      manufacturerUrl: 'https://manufacturer.example/architectural-shingles',
      productType: 'SHINGLES',
      displayName: 'Architectural Shingles, Weathered Wood',
      provider: provider(),
    },
    vendor: { id: vendorIdOf(Math.floor(id / ITEMS_MAX), index) },
  }
}

/** No two lists share a vendor, so that no two requests are equal. */
function vendorIdOf(listId: number, index: number): number {
  return listId * VENDORS + (index % VENDORS)
}

function vendor(id: number): object {
  return { id, vendorName: `Acme Roofing Supply ${id}`, provider: provider() }
}

function provider(): object {
  return { identifier: 'abc-supply', name: 'ABC Supply' }
}

function orders(listId: number): object[] {
  return Array.from({ length: shapeOf(listId).documents }, (_, index) => order(listId, index))
}

function order(listId: number, index: number): object {
  return {
    id: documentIdOf(listId, index),
    externalIdentifier: `external-${index}`,
    purchaseOrderNumber: `PO-${1000 + index}`,
    createdAt: TIME,
    updatedAt: TIME,
    vendor: () => vendor(vendorIdOf(listId, index)),
    orderDocuments: () => [document(listId, index)],
    orderListItems: () =>
      itemIdsOf(listId).map((itemId) => ({
        ...item(itemId),
        id: uuid(itemId),
        sku: `SKU-${(itemId % ITEMS_MAX) + 1}`,
        listItem: { id: itemId },
      })),
  }
}

/** @returns the list of a document or an order, and its index there */
function indexesOf(id: string): [number, number] {
  const number = Number(id.slice(id.lastIndexOf('-') + 1))
  return [Math.floor(number / DOCUMENTS_MAX), number % DOCUMENTS_MAX]
}

function document(listId: number, index: number): object {
  const id = documentIdOf(listId, index)
  return {
    id,
    userId: 1,
    createdAt: TIME,
    updatedAt: TIME,
    state: 'complete',
    stateDeprecated: 'complete',
    pdf: file(id, 'pdf', 'application/pdf'),
    csv: file(id, 'csv', 'text/csv'),
    order: () => order(listId, index),
  }
}

function file(id: string, extension: string, contentType: string): object {
  const url = `https://files.example/files/${id}.${extension}`
  return {
    filename: `Main Street 1 - Acme Roofing Supply - PO-1000.${extension}`,
    redirectUrl: `${url}?expires=1773500966&signature=${'0123456789abcdef'.repeat(4)}`,
    url,
    contentType,
    byteSize: 48_213,
    checksum: '0123456789abcdef'.repeat(2),
  }
}
