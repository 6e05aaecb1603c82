import type { CodegenConfig } from '@graphql-codegen/cli'

/** Resolver types are generated from each subgraph's schema.graphql, the source of truth. */
const shared = {
  federation: true,
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  maybeValue: 'T | null | undefined',
  contextType: '../context.ts#Context',
  scalars: {
    DateTime: { input: 'Date', output: 'Date' },
    ID: { input: 'string', output: 'string' },
    JSON: 'unknown',
  },
  resolversNonOptionalTypename: false,
}

function subgraph(name: string, mappers: Record<string, string>): CodegenConfig['generates'] {
  const root = `services/${name}`
  return {
    [`${root}/src/graphql/generated.ts`]: {
      schema: `${root}/schema.graphql`,
      plugins: ['typescript', 'typescript-resolvers'],
      config: { ...shared, mappers },
    },
  }
}

const config: CodegenConfig = {
  generates: {
    ...subgraph('production-lists', {
      ProductionListPayload: '../db/production-list-reads.ts#ProductionListRow',
      ProductionList: '../db/production-list-reads.ts#ProductionListRow',
      SalesOpportunity: '../db/production-list-reads.ts#ProductionListRow',
      Job: '../db/job-reads.ts#JobHead',
      JobMeasurement: '../db/measurement-reads.ts#MeasurementRow',
      ListItem: '../db/list-item-reads.ts#ListItemRow',
      PriceBook: '../db/price-book-reads.ts#PriceBookRow',
      Price: '../db/price-reads.ts#PriceRow',
      PriceBookImport: '../price-books/import-prices.ts#PriceImport',
      Product: '../db/catalog-reads.ts#ProductRow',
      Template: '../db/template-reads.ts#TemplateRow',
      TemplateLine: '../db/template-reads.ts#TemplateLineRow',
      Measure: '../domain/measure.ts#MeasureName',
      ListItemExplanation: '../db/explanation-reads.ts#Explanation',
      ProductionListRevision: '../db/revision-reads.ts#RevisionRow',
      ProductionListDiff: '../domain/list-diff.ts#ListDiff',
      ListItemDiff: '../domain/list-diff.ts#ItemDiff',
    }),
    ...subgraph('order-documents', {
      OrderDocument: '../db/order-document-reads.ts#OrderDocumentRecord',
      File: '../db/order-document-reads.ts#FileRecord',
      Order: '../db/order-reads.ts#OrderRecord',
      OrderListItem: '../db/order-reads.ts#OrderListItemRecord',
      Vendor: '../db/vendor-reads.ts#VendorRecord',
    }),
    ...subgraph('webhooks', {
      Webhook: '../db/webhook-reads.ts#WebhookRecord',
      WebhookDelivery: '../db/delivery-reads.ts#DeliveryRecord',
      WebhookAttempt: '../db/delivery-reads.ts#AttemptRecord',
    }),
  },
}

export default config
