import type { FormerScope, Scope } from '../values/scopes.ts'
import type { Need } from './access.ts'

/** A value that is null, with one warning, for a caller without the scope in the value's organization. */
export interface SensitiveField {
  readonly need: Need
  /** Only objects of which this member has one of these values, such as `field` of a change. */
  readonly only?: { readonly member: string; readonly values: readonly string[] }
}

/**
 * The scopes that operations, entities, fields and routes need. A subgraph with an operation that has no row does not
 * start.
 */
export interface AccessTable {
  /** By `Type.field`: all of the needs must hold in one organization. */
  readonly operations: Readonly<Record<string, readonly Need[]>>
  /** By the type whose representations a subgraph resolves. */
  readonly entities: Readonly<Record<string, readonly Need[]>>
  /** By `Type.field`: null with an error for others. */
  readonly fields: Readonly<Record<string, readonly Need[]>>
  /** By `Type.field`: null without an error, and with one warning, for others. */
  readonly sensitive: Readonly<Record<string, SensitiveField>>
  /** By method and path of the gateway. */
  readonly routes: Readonly<Record<string, readonly Need[]>>
}

function need(scope: Scope, ...formerly: readonly FormerScope[]): Need {
  return { scope, formerly }
}

const readLists = [need('lists:read')]
const writeLists = [need('lists:write')]
const readTemplates = [need('templates:read', 'lists:read')]
const writeTemplates = [need('templates:write', 'lists:write')]
const readPrices = [need('prices:read', 'lists:read')]
const writePrices = [need('prices:write', 'lists:write')]
const readOrders = [need('orders:read')]
const writeOrders = [need('orders:write')]
// An order keeps the costs of its items, which it reads as the caller.
const placeOrders = [...writeOrders, ...readLists, ...readPrices]
const submitOrders = [need('orders:submit', 'orders:write')]
const readVendors = [need('vendors:read', 'lists:read', 'orders:read')]
const writeVendors = [need('vendors:write', 'orders:write')]
// The former scopes reach no secret.
const writeConnections = [need('connections:write')]
const readBrand = [need('brand:read', 'orders:read')]
const writeBrand = [need('brand:write', 'orders:write')]
const readWebhooks = [need('webhooks:read', 'webhooks:manage')]
const writeWebhooks = [need('webhooks:write', 'webhooks:manage')]
const readAudit = [need('audit:read')]
const readWebhookSecrets = [need('webhooks:write')]

const operations = {
  'Query.projectManagementProductionList': readLists,
  'Query.projectManagementProductionListById': readLists,
  'Query.projectManagementProductionLists': readLists,
  'Query.projectManagementProductionListPreview': readLists,
  'Query.projectManagementProductionListRevisions': readLists,
  'Query.projectManagementProductionListDiff': readLists,
  'Query.projectManagementProductionListRecomputation': readLists,
  'Query.job': readLists,
  'Query.jobs': readLists,
  'Query.measurementFilePreview': readLists,
  'Query.template': readTemplates,
  'Query.templates': readTemplates,
  'Query.products': readTemplates,
  'Query.organizationDefaults': readTemplates,
  'Query.measures': readTemplates,
  'Query.priceBook': readPrices,
  'Query.priceBookImportPreview': [...readPrices, ...readVendors],
  'Query.projectManagementOrderDocuments': readOrders,
  'Query.projectManagementOrder': readOrders,
  'Query.projectManagementOrders': readOrders,
  'Query.projectManagementDistributionOrder': readOrders,
  'Query.projectManagementDistributionOrders': readOrders,
  'Query.orderProviders': readOrders,
  'Query.vendor': readVendors,
  'Query.vendors': readVendors,
  'Query.organizationBrand': readBrand,
  'Query.webhooks': readWebhooks,
  'Query.webhook': readWebhooks,
  'Query.webhookDelivery': readWebhooks,
  'Query.webhookDeliveries': readWebhooks,
  'Query.webhookEvents': readWebhooks,
  'Query.auditLog': readAudit,
  'Mutation.projectManagementProductionListCreate': writeLists,
  'Mutation.projectManagementProductionListUpdate': writeLists,
  'Mutation.projectManagementProductionListMarkSold': writeLists,
  'Mutation.projectManagementProductionListRecompute': writeLists,
  'Mutation.projectManagementProductionListReprice': writeLists,
  'Mutation.jobUpsert': writeLists,
  'Mutation.jobMeasurementsImport': writeLists,
  'Mutation.jobMeasurementFileImport': writeLists,
  'Mutation.jobsImport': writeLists,
  'Mutation.templateCreate': writeTemplates,
  'Mutation.templateUpdate': writeTemplates,
  'Mutation.templateCopy': writeTemplates,
  'Mutation.templateArchive': writeTemplates,
  'Mutation.templateRestore': writeTemplates,
  'Mutation.productUpsert': writeTemplates,
  'Mutation.organizationDefaultsUpdate': writeTemplates,
  'Mutation.priceBookImport': [...writePrices, ...readPrices, ...readVendors],
  'Mutation.projectManagementOrderDocumentCreate': placeOrders,
  'Mutation.projectManagementOrderDocumentsCreateByVendor': placeOrders,
  'Mutation.projectManagementOrderDocumentRender': writeOrders,
  'Mutation.projectManagementOrderCancel': writeOrders,
  'Mutation.projectManagementOrderReorder': placeOrders,
  'Mutation.projectManagementOrderChange': placeOrders,
  'Mutation.projectManagementDistributionOrderCreate': [
    ...submitOrders,
    ...readLists,
    ...readPrices,
  ],
  'Mutation.projectManagementDistributionOrderCancel': submitOrders,
  'Mutation.vendorCreate': writeVendors,
  'Mutation.vendorUpdate': writeVendors,
  'Mutation.vendorArchive': writeVendors,
  'Mutation.vendorRestore': writeVendors,
  'Mutation.vendorConnect': [...writeConnections, ...readVendors],
  'Mutation.vendorDisconnect': [...writeConnections, ...readVendors],
  'Mutation.organizationBrandUpdate': writeBrand,
  'Mutation.webhookCreate': readWebhookSecrets,
  'Mutation.webhookVerify': writeWebhooks,
  'Mutation.webhookVerificationResend': writeWebhooks,
  'Mutation.webhookUpdate': writeWebhooks,
  'Mutation.webhookDelete': writeWebhooks,
  'Mutation.webhookEnable': writeWebhooks,
  'Mutation.webhookDisable': writeWebhooks,
  'Mutation.webhookSecretRotate': readWebhookSecrets,
  'Mutation.webhookTest': writeWebhooks,
  'Mutation.webhookDeliveryRetry': writeWebhooks,
  'Mutation.webhookReplay': writeWebhooks,
}

const costs: SensitiveField = { need: need('prices:read', 'lists:read', 'lists:write') }
const orderCosts: SensitiveField = { need: need('prices:read', 'orders:read', 'orders:write') }

/** From the tax or the markup of an item one can calculate its cost. */
const listTotals = [
  'laborTotalCost',
  'materialPretaxCost',
  'materialSalesTax',
  'materialTotalCost',
  'otherTotalCost',
  'profitAmount',
  'profitMargin',
  'totalCost',
]
const listCosts = [
  'contractLaborTotal',
  'contractMaterialSubtotal',
  'contractMaterialTax',
  'contractMaterialTotal',
  'contractOtherTotal',
  'contractTotalCost',
  ...listTotals,
]
const itemCosts = ['pretaxCost', 'totalCost', 'unitCost']
const ofCosts = { member: 'field', values: [...listCosts, ...itemCosts, 'markup'] }
const ofOffice = { member: 'mode', values: ['office'] }

function all(
  type: string,
  fields: readonly string[],
  sensitive: SensitiveField,
): Record<string, SensitiveField> {
  return Object.fromEntries(fields.map((field) => [`${type}.${field}`, sensitive]))
}

/** The access of every operation, entity, field and route of the system: the only place that decides it. */
export const accessTable = {
  operations,
  entities: {
    ProductionList: readLists,
    ListItem: readLists,
    Job: readLists,
    Order: readOrders,
    OrderDocument: readOrders,
    OrderListItem: readOrders,
    DistributionOrder: readOrders,
    Vendor: readVendors,
    Webhook: readWebhooks,
  },
  fields: {
    'OrderDocument.productionList': readLists,
    'Job.orders': readOrders,
    'Job.state': [...readOrders, ...readLists],
    'ProductionList.orders': readOrders,
    'ProductionList.orderCoverage': [...readOrders, ...readLists],
    'Vendor.connection': [need('connections:read', 'orders:read')],
  },
  sensitive: {
    ...all('ProductionList', listCosts, costs),
    ...all('ListItem', [...itemCosts, 'markup'], costs),
    ...all('ProductionListPreview', listTotals, costs),
    ...all('ProductionListPreviewItem', [...itemCosts, 'markup'], costs),
    ...all('ListItemExplanation', ['sentence', 'unitCost'], costs),
    ...all('PriceWarning', ['unitCost', 'currentUnitCost', 'reason'], costs),
    ...all('FieldChange', ['from', 'to'], { ...costs, only: ofCosts }),
    ...all('TemplateLine', ['unitCost', 'markup'], costs),
    ...all('Price', ['unitCost'], costs),
    ...all('OrderListItem', itemCosts, orderCosts),
    ...all('OrderDocument', ['pdf', 'csv'], { ...orderCosts, only: ofOffice }),
  },
  routes: {
    'GET /files/{id}': readOrders,
    'POST /measurement-files': writeLists,
    'GET /measurement-files/{id}': readLists,
    'GET /exports/production-lists': readLists,
    'GET /exports/jobs': readLists,
    'GET /exports/prices': readPrices,
    'GET /exports/orders': readOrders,
    'GET /exports/audit': readAudit,
  },
} as const satisfies AccessTable
