import type { CodegenConfig } from '@graphql-codegen/cli'

/**
 * Resolver types are generated from each subgraph's schema.graphql, the source of truth; the operations of the client
 * and of the console from the schema that they are composed to.
 */
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

const publicSchema = {
  'supergraph.yaml': { loader: './services/client/codegen/load-api-schema.ts' },
}

/** Typed documents of the operations in a folder. */
function operations(documents: string, typesFrom: string): CodegenConfig['generates'][string] {
  return {
    schema: publicSchema,
    documents,
    plugins: ['typescript-operations', './services/client/codegen/string-documents.ts'],
    config: {
      typesFrom,
      inlineFragmentTypes: 'combine',
      immutableTypes: true,
      skipTypename: true,
      useTypeImports: true,
      scalars: {
        DateTime: 'string',
        ID: { input: 'string | number', output: 'string' },
        JSON: 'unknown',
      },
    },
  }
}

const consoleOperations = 'services/console/web/operations/*.graphql'
const clients: CodegenConfig['generates'] = {
  'services/client/src/generated/operations.ts': operations(
    'services/client/operations/*.graphql',
    '../typed-document.ts',
  ),
  'services/console/web/src/generated/operations.ts': operations(
    consoleOperations,
    '@takeoff/client',
  ),
  'services/console/web/src/generated/documents.json': {
    schema: publicSchema,
    documents: consoleOperations,
    plugins: ['./services/client/codegen/document-manifest.ts'],
  },
}

const config: CodegenConfig = {
  generates: {
    ...clients,
    ...subgraph('production-lists', {
      ProductionListPayload: '../db/lists/production-list-reads.ts#ProductionListRow',
      ProductionList: '../db/lists/production-list-reads.ts#ProductionListRow',
      ProductionListPreview: '../lists/preview-list.ts#ListPreview',
      ProductionListPreviewItem: '../lists/preview-list.ts#PreviewItem',
      SalesOpportunity: '../db/lists/production-list-reads.ts#ProductionListRow',
      Job: '../db/jobs/job-reads.ts#JobHead',
      JobMeasurement: '../db/jobs/measurement-reads.ts#MeasurementRow',
      MeasurementFile: '../db/measurement-files/measurement-file-reads.ts#MeasurementFileRow',
      MeasurementFilePreview: '../jobs/preview-measurement-file.ts#PreviewedFile',
      MeasurementFigure: '../jobs/preview-measurement-file.ts#PreviewedFigure',
      MeasurementSource: '../db/measurement-files/measurement-file-reads.ts#FileSource',
      ListItem: '../db/lists/list-item-reads.ts#ListItemRow',
      PriceBook: '../db/prices/price-book-reads.ts#PriceBookRow',
      Price: '../db/prices/price-reads.ts#PriceRow',
      PriceBookImport: '../prices/import-prices.ts#PriceImport',
      Product: '../db/templates/product-reads.ts#ProductRow',
      Template: '../db/templates/template-reads.ts#TemplateRow',
      TemplateLine: '../db/templates/template-reads.ts#OwnTemplateLine',
      Measure: '../domain/templates/measure.ts#MeasureName',
      ListItemExplanation: '../db/lists/explanation-reads.ts#Explanation',
      PriceWarning: '../db/loaders.ts#OwnPriceWarning',
      ProductionListRevision: '../db/lists/revision-reads.ts#RevisionRow',
      ProductionListDiff: '../lists/compare-versions.ts#OrganizationDiff',
      ListItemDiff: '../lists/compare-versions.ts#OrganizationItemDiff',
    }),
    ...subgraph('order-documents', {
      OrderDocument: '../db/documents/order-document-reads.ts#OrderDocumentRecord',
      File: '../db/documents/order-document-reads.ts#FileRecord',
      Order: '../db/orders/order-reads.ts#OrderRecord',
      OrderListItem: '../db/orders/order-list-item-reads.ts#OrderListItemRecord',
      DistributionOrder: '../db/distribution/distribution-order-reads.ts#DistributionOrderRecord',
      OrderCoverage: '../domain/orders/order-coverage.ts#ItemCoverage',
      ProductionList: '../orders/read-order-coverage.ts#ListReference',
      Job: '../orders/read-job-state.ts#JobReference',
      ListItem: '../orders/read-order-coverage.ts#ListItemReference',
      Vendor: '../db/vendors/vendor-reads.ts#VendorRecord',
      OrganizationBrand: '../db/brand/brand-reads.ts#BrandRecord',
      ProviderConnection: '../db/vendors/vendor-reads.ts#VendorConnectionRecord',
    }),
    ...subgraph('webhooks', {
      Webhook: '../db/webhook-reads.ts#WebhookResponse',
      WebhookDelivery: '../db/found-delivery.ts#DeliveryRecord',
      WebhookAttempt: '../db/found-delivery.ts#AttemptRecord',
    }),
  },
}

export default config
